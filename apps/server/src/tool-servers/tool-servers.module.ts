import type { NounModule } from '../platform/noun-module.ts'
import { ownData } from './own-data.ts'
import type { ToolServerPorts } from './ports.ts'
import { toolServerBindings } from './routes.ts'

/** Servers of the Model Context Protocol that accounts connect, and the tools that rooms allow. */
export const toolServersModule = (ports: ToolServerPorts): NounModule => ({
  bindings: toolServerBindings(ports),
  ownData,
})
