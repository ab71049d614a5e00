export { cleanJson } from './client/read-tools.ts'
export type { ToolConnection } from './client/connect.ts'
export { ToolServerFailure } from './client/tool-server-failure.ts'
export { connectTo } from './calls/connect-to.ts'
export {
  askForConsent,
  type CallKey,
  decideCall,
  readDecision,
  type ToolToCall,
  startCall,
} from './calls/consent.ts'
export { resultText } from './calls/result-text.ts'
export { type AcceptedTool, usableTools } from './rooms/room-tools.ts'
export { createToolServerPorts, type ToolServerPorts } from './ports.ts'
export { toolServersModule } from './tool-servers.module.ts'
