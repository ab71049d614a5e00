import type { UserId } from '@atrium/contract'

/** The result of a way of signing in: the person, if there is one; or a pending sign-up. */
export type Proof<Waiting = never> =
  | { outcome: 'proven'; userId: UserId }
  | { outcome: 'unconfirmed'; waiting: Waiting }
  /** `userId`: the address's user, if there is one. */
  | { outcome: 'refused'; userId: UserId | null }

/**
 * A way to prove one's identity. A method only identifies the person: `SessionOpener` creates session, cookie and access token
 * alike for all, so that a hosted pool or a social provider is one file of this shape.
 */
export interface SignInMethod<Evidence, Waiting = never> {
  prove(evidence: Evidence): Promise<Proof<Waiting>>
}
