export { createToolServerPorts, type ToolServerPorts } from './ports.ts'
export { toolServersModule } from './tool-servers.module.ts'
