import { modifierNames, type Modifiers, type RoomId, type SystemPrompt } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import type { Actor } from './access.ts'

/** What models are told of the room in which they are asked. */
export type RoomBrief = SystemPrompt & { name: string }

/** For somebody who is known to be allowed to use the room: told to models with every question (ROOM-08). */
export async function roomBrief(
  trx: Transaction,
  { accountId }: Pick<Actor, 'accountId'>,
  roomId: RoomId,
): Promise<RoomBrief> {
  const found = await sql<RoomBrief>`
    select name, instructions, modifiers from room where account_id = ${accountId} and id = ${roomId}`.execute(
    trx,
  )
  return found.rows[0] ?? { name: '', instructions: '', modifiers: {} }
}

/** The room's instructions as they are shown and edited. */
export async function systemPromptOf(
  trx: Transaction,
  actor: Pick<Actor, 'accountId'>,
  roomId: RoomId,
): Promise<SystemPrompt> {
  const { instructions, modifiers } = await roomBrief(trx, actor, roomId)
  return { instructions, modifiers }
}

/** Modifiers as they are kept: trimmed, without the empty ones. */
export const keptModifiers = (given: Modifiers): Modifiers =>
  Object.fromEntries(modifierNames.map((name) => [name, given[name]?.trim()]).filter(([, text]) => text))
