import { modifierNames, type Modifiers, type RoomId, type SystemPrompt } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { Actor } from './access.ts'
import type { RoomModels } from './models-of-room.ts'

/** What every question in a room needs of it: what models are told (ROOM-08), which may be asked, and whether answers are checked. */
export type RoomBrief = SystemPrompt & RoomModels & { id: RoomId; name: string; marksUnsupported: boolean }

/** What only the room's own page shows of it. */
export type RoomRules = {
  systemPrompt: SystemPrompt
  allowedModelIds: string[] | null
  marksUnsupported: boolean
}

/** The room's rules as they are shown and edited, for somebody who is known to be allowed to use the room. */
export async function rulesOfRoom(
  trx: Transaction,
  { accountId }: Pick<Actor, 'accountId'>,
  roomId: RoomId,
): Promise<RoomRules> {
  const found = await sql<SystemPrompt & Omit<RoomRules, 'systemPrompt'>>`
    select instructions, modifiers, allowed_model_ids as "allowedModelIds", marks_unsupported as "marksUnsupported"
    from room where account_id = ${accountId} and id = ${roomId}`.execute(trx)
  const { allowedModelIds, marksUnsupported, ...systemPrompt } = found.rows[0] ?? fail('NOT_FOUND')
  return { systemPrompt, allowedModelIds, marksUnsupported }
}

/** Modifiers as they are kept: trimmed, without the empty ones. */
export const keptModifiers = (given: Modifiers): Modifiers =>
  Object.fromEntries(modifierNames.map((name) => [name, given[name]?.trim()]).filter(([, text]) => text))
