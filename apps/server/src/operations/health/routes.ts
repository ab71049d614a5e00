import { contract } from '@atrium/contract'
import { type Binding, binding } from '../../platform/http/bind.ts'
import { type HealthPorts, readHealth } from './read-health.ts'

/** For system administrators only, as the contract says. */
export const healthBindings = (ports: HealthPorts): Binding[] => [
  binding(contract.getHealthReport, async () => ({ data: await readHealth(ports) })),
]
