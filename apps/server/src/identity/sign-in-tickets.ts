import { createHash, randomBytes } from 'node:crypto'
import { limits, type UserId } from '@atrium/contract'
import type { Clock } from '../platform/clock.ts'
import type { Database, Transaction } from '../platform/database/index.ts'
import { sealIdToken, unsealIdToken } from './sessions/sealed-id-token.ts'

/** The step that a sign-in still needs after the first proof. */
export type TicketStep = 'second-factor' | 'undo-deletion'

/** The person of a ticket, with the ID token of their provider. */
export type TicketHolder = { userId: UserId; idToken: string | undefined }

/**
 * Tickets of sign-ins that need another step. A ticket is not a session: it allows only its one step, for ten minutes and five
 * attempts. Only its hash is stored.
 */
export type SignInTickets = {
  make(
    userId: UserId,
    step: TicketStep,
    idToken: string | undefined,
  ): Promise<{ ticket: string; expiresAt: string }>
  /** Uses one attempt; returns the ticket's person, or null when it is not valid for this step. */
  read(ticket: string, step: TicketStep): Promise<TicketHolder | null>
  /** Uses the ticket up; returns whether it existed, so that of several requests one continues. */
  use(transaction: Transaction, ticket: string): Promise<boolean>
}

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest('base64url')

export function createSignInTickets({ kysely }: Database, clock: Clock): SignInTickets {
  return {
    async make(userId, step, idToken) {
      const now = clock.now()
      const ticket = randomBytes(32).toString('base64url')
      const expires_at = new Date(now.getTime() + limits.signInTicketSeconds * 1000)
      await kysely.deleteFrom('identity_sign_in_ticket').where('expires_at', '<=', now).execute()
      await kysely
        .insertInto('identity_sign_in_ticket')
        .values({
          ticket_hash: hashOf(ticket),
          user_id: userId,
          step,
          expires_at,
          sealed_id_token: sealIdToken(idToken, ticket),
        })
        .execute()
      return { ticket, expiresAt: expires_at.toISOString() }
    },
    async read(ticket, step) {
      const tried = await kysely
        .updateTable('identity_sign_in_ticket')
        .set((row) => ({ tries: row('tries', '+', 1) }))
        .where('ticket_hash', '=', hashOf(ticket))
        .where('step', '=', step)
        .where('tries', '<', limits.secondFactorTries)
        .where('expires_at', '>', clock.now())
        .returning(['user_id', 'sealed_id_token'])
        .executeTakeFirst()
      return tried ? { userId: tried.user_id, idToken: unsealIdToken(tried.sealed_id_token, ticket) } : null
    },
    async use(transaction, ticket) {
      const used = await transaction
        .deleteFrom('identity_sign_in_ticket')
        .where('ticket_hash', '=', hashOf(ticket))
        .returning('user_id')
        .executeTakeFirst()
      return used !== undefined
    },
  }
}
