import { type ChatId, contract, limits, type PresentPerson } from '@atrium/contract'
import { sql } from 'kysely'
import type { Presence } from '../../live/index.ts'
import { type Database, inTenant } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type Binding, binding } from '../../platform/http/bind.ts'
import { createRateWindow } from '../../platform/rate-window.ts'
import { type Actor, requireChat } from '../access.ts'

type PresencePorts = { database: Database; presence: Pick<Presence, 'enter' | 'leave' | 'type'> }

/** Who is viewing a chat that is open for questions, and who is typing in it. */
export function presenceRoutes({ database, presence }: PresencePorts): Binding[] {
  const countPresence = createRateWindow({ max: limits.maxPresencePerMinute, perSeconds: 60 })
  const countTyping = createRateWindow({ max: limits.maxTypingPerMinute, perSeconds: 60 })
  /** The caller as the others see them; null in a chat of their own that is not open for questions. */
  const asSeen = (actor: Actor, chatId: ChatId): Promise<PresentPerson | null> =>
    inTenant(database, actor, async (trx) => {
      const { share } = await requireChat(trx, actor, chatId, 'meet')
      if (share !== 'open') return null
      const found = await sql<PresentPerson>`
        select id, name, image as "pictureUrl" from identity_user where id = ${actor.userId}`.execute(trx)
      return found.rows[0] ?? fail('NOT_FOUND')
    })
  return [
    binding(contract.enterChat, async ({ caller, params: { chatId }, body: { tabId, isHere } }) => {
      countPresence(caller.userId)
      const { accountId, sessionId } = caller
      const tab = { accountId, chatId, sessionId, tabId }
      if (!isHere) presence.leave(tab)
      const person = await asSeen(caller, chatId)
      if (!isHere || person === null) return { message: { isHere: false } }
      presence.enter({ ...tab, person })
      // Access that ended meanwhile may have ended the presence before it began.
      const stillSeen = await asSeen(caller, chatId).catch((error: unknown) => {
        presence.leave(tab)
        throw error
      })
      if (stillSeen === null) presence.leave(tab)
      return { message: { isHere: stillSeen !== null } }
    }),
    binding(contract.noteTyping, async ({ caller, params: { chatId }, body: { isTyping } }) => {
      countTyping(caller.userId)
      const { accountId, userId } = caller
      const person = await asSeen(caller, chatId)
      if (person) presence.type({ accountId, chatId }, userId, isTyping)
      return { message: { isTyping: person !== null && isTyping } }
    }),
  ]
}
