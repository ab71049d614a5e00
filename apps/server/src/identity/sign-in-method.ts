import type { UserId } from '@atrium/contract'

/** What a way of signing in comes to: who it is, if it is somebody. */
export type Proof = { outcome: 'proven'; userId: UserId; emailVerified: boolean } | { outcome: 'refused' }

/**
 * A way to prove who one is. A method only says who somebody is: session, cookie and access token are then made by
 * `SessionOpener` alike for all, so that a hosted pool or a social provider is one file with this shape.
 */
export interface SignInMethod<Evidence> {
  prove(evidence: Evidence): Promise<Proof>
}
