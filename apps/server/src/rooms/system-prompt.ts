import { modifierNames, type Modifiers, type RoomId, type SystemPrompt } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { Actor } from './access.ts'

/** Details that only the room's own page shows. */
export type RoomRules = {
  systemPrompt: SystemPrompt
  allowedModelIds: string[] | null
  marksUnsupported: boolean
}

/** Returns the room's rules for display and editing. The caller has checked that the person may use the room. */
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

/** Modifiers as stored: trimmed, without empty ones. */
export const keptModifiers = (given: Modifiers): Modifiers =>
  Object.fromEntries(modifierNames.map((name) => [name, given[name]?.trim()]).filter(([, text]) => text))
