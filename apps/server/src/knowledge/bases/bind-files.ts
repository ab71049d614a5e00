import type { BaseId, ContextLimits, FileId, RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import { isUniqueViolation, type Transaction } from '../../platform/database/index.ts'
import { Failure, fail } from '../../platform/failure.ts'
import { refuseTooMuch, usageOf } from '../context-limits.ts'
import { haveIndexed } from '../have-indexed.ts'
import type { Actor, KnowledgePorts } from '../knowledge-ports.ts'

/**
 * Makes files that the actor has uploaded for this room's bases files of this one, and has them read. All or none: keys of
 * others, of nothing, of files that did not come or are in a base already fail with FILES_NOT_USABLE, and look alike. What is
 * too much for one base fails with TOO_MANY_FILES or FILES_TOO_LARGE_TOGETHER.
 */
export async function bindFiles(
  ports: KnowledgePorts,
  trx: Transaction,
  actor: Actor,
  base: { id: BaseId; roomId: RoomId; keys: readonly string[]; allowed: ContextLimits },
): Promise<void> {
  const { accountId, userId } = actor
  const keys = [...new Set(base.keys)]
  if (keys.length === 0) return
  const bound = await sql<{ id: FileId; name: string; storageKey: string }>`
    update room_file set base_id = ${base.id}
    where account_id = ${accountId} and room_id = ${base.roomId} and requested_by = ${userId} and for_base
      and base_id is null and stored_at is not null and deleted_at is null and storage_key = any(${keys}::text[])
    returning id, name, storage_key as "storageKey"`.execute(trx)
  if (bound.rows.length < keys.length) fail('FILES_NOT_USABLE')
  refuseTooMuch(await usageOf(trx, actor, { of: 'base', baseId: base.id }), base.allowed)
  for (const file of bound.rows) await haveIndexed(ports, trx, { accountId, scopeId: base.id, ...file })
}

/** What the unique names of bases, and of files in one base, refused, in the words of the contract. */
export function refuseTakenNames(error: unknown): never {
  if (isUniqueViolation(error, 'knowledge_base_name'))
    throw new Failure('KNOWLEDGE_BASE_NAME_TAKEN', { cause: error })
  if (isUniqueViolation(error, 'room_file_base_name')) throw new Failure('FILE_NAME_TAKEN', { cause: error })
  throw error
}
