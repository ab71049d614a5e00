export type { ShapingPorts } from './ports.ts'
export { shapingRoutes } from './routes.ts'
export { drainShaping } from './run-call.ts'
export { sweepCalls } from './sweep-calls.ts'
