import type { SystemPerson, UserId } from '@atrium/contract'

/** A person who has a user account. */
export type KnownPerson = SystemPerson & { id: UserId }
