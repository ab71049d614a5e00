export { restoreWithUser } from './deletion/accounts-of-user.ts'
export { emailKindsOf } from './email-kinds.ts'
export type { Balances, UserPorts } from './ports.ts'
export { userRoutes } from './routes.ts'
