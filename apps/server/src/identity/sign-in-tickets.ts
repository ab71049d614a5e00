import { createHash, randomBytes } from 'node:crypto'
import { limits, type UserId } from '@atrium/contract'
import type { Clock } from '../platform/clock.ts'
import type { Database, Transaction } from '../platform/database/index.ts'

/** What a sign-in still needs after the first proof. */
export type TicketStep = 'second-factor' | 'undo-deletion'

/**
 * Tickets of sign-ins that need a step more. A ticket is all that the browser has meanwhile: it is no session and opens
 * nothing but its one step, for ten minutes and five tries. Only its hash is stored.
 */
export type SignInTickets = {
  make(userId: UserId, step: TicketStep): Promise<{ ticket: string; expiresAt: string }>
  /** Spends one try; whose ticket it is, or null when it is not one for this step (any more). */
  read(ticket: string, step: TicketStep): Promise<UserId | null>
  /** Uses the ticket up; whether it was still there, so that of several requests with it one goes on. */
  use(transaction: Transaction, ticket: string): Promise<boolean>
}

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest('base64url')

export function createSignInTickets({ kysely }: Database, clock: Clock): SignInTickets {
  return {
    async make(userId, step) {
      const now = clock.now()
      const ticket = randomBytes(32).toString('base64url')
      const expires_at = new Date(now.getTime() + limits.signInTicketSeconds * 1000)
      await kysely.deleteFrom('identity_sign_in_ticket').where('expires_at', '<=', now).execute()
      await kysely
        .insertInto('identity_sign_in_ticket')
        .values({ ticket_hash: hashOf(ticket), user_id: userId, step, expires_at })
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
        .returning('user_id')
        .executeTakeFirst()
      return tried?.user_id ?? null
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
