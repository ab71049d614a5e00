export { createLive, type Live, type SharedPorts } from './create-live.ts'
export { liveModule } from './live.module.ts'
export { type Audience, maxStreamsPerPerson } from './open-readers.ts'
export type { RevokedAccess } from './share-revoked-access.ts'
