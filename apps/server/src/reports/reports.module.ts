import type { NounModule } from '../platform/noun-module.ts'
import type { ReportPorts } from './ports.ts'
import { reportBindings } from './routes.ts'

export const reportsModule = (ports: ReportPorts): NounModule => ({ bindings: reportBindings(ports) })
