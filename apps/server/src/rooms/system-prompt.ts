import { modifierNames, type Modifiers, type RoomId, type SystemPrompt } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import type { Actor } from './access.ts'

/** What models are told of the room in which they are asked, with every question (ROOM-08). */
export type RoomBrief = SystemPrompt & { id: RoomId; name: string }

/** The room's instructions as they are shown and edited, for somebody who is known to be allowed to use the room. */
export async function systemPromptOf(
  trx: Transaction,
  { accountId }: Pick<Actor, 'accountId'>,
  roomId: RoomId,
): Promise<SystemPrompt> {
  const found = await sql<SystemPrompt>`
    select instructions, modifiers from room where account_id = ${accountId} and id = ${roomId}`.execute(trx)
  return found.rows[0] ?? { instructions: '', modifiers: {} }
}

/** Modifiers as they are kept: trimmed, without the empty ones. */
export const keptModifiers = (given: Modifiers): Modifiers =>
  Object.fromEntries(modifierNames.map((name) => [name, given[name]?.trim()]).filter(([, text]) => text))
