export { type AttemptLimits, attemptLimits } from './attempts.ts'
export { createIdentity, type Identity } from './create-identity.ts'
export type { Person } from './people.ts'
export type { IdentityPorts } from './ports.ts'
