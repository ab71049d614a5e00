import type { AccountId, AccountRole, RoomId, SessionId, UserId } from '@atrium/contract'

/** The caller by access token. */
export type Caller = { userId: UserId; sessionId: SessionId; termsAccepted: boolean }

/** The caller and account, according to the database now. */
export type Member = Caller & { accountId: AccountId; role: AccountRole; roomId: RoomId | null }

/** Ports of the HTTP layer to identity and accounts, so that platform imports neither. */
export type Guards = {
  /** Checks signature, expiry and that the session still exists; null for an invalid token. */
  authenticate(accessToken: string): Promise<Caller | null>
  /** Whether the caller may work on the system itself. */
  isSystemAdmin(userId: UserId): Promise<boolean>
  /** The caller's membership of the account, or null for outsiders and unknown accounts alike. */
  membershipIn(
    accountId: AccountId,
    userId: UserId,
  ): Promise<{ role: AccountRole; suspendedReason: string | null } | null>
}
