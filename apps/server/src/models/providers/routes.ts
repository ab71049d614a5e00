import { contract } from '@atrium/contract'
import { binding, type Binding } from '../../platform/http/bind.ts'
import { addProvider, changeProvider, removeProvider } from './change-providers.ts'
import { listProviders } from './list-providers.ts'
import type { ProviderPorts } from './ports.ts'
import { testProvider } from './test-provider.ts'

/** For system administrators alone: the contract says so of each endpoint. */
export const providerBindings = (ports: ProviderPorts): Binding[] => [
  binding(contract.listProviders, async () => ({ data: await listProviders(ports) })),
  binding(contract.addProvider, async ({ caller, body }) => ({
    data: await addProvider(ports, caller.userId, body),
  })),
  binding(contract.changeProvider, async ({ caller, params, body }) => ({
    data: await changeProvider(ports, { actorId: caller.userId, providerId: params.providerId }, body),
  })),
  binding(contract.removeProvider, ({ caller, params }) =>
    removeProvider(ports, { actorId: caller.userId, providerId: params.providerId }),
  ),
  binding(contract.testProvider, async ({ body }) => ({ data: await testProvider(ports, body) })),
]
