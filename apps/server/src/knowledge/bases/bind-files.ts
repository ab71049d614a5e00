import type { BaseId, ContextLimits, FileId } from '@atrium/contract'
import { sql } from 'kysely'
import { forgetFiles } from '../../retrieval/index.ts'
import { isUniqueViolation, type Transaction } from '../../platform/database/index.ts'
import { Failure, fail } from '../../platform/failure.ts'
import { refuseTooMuch, usageOf } from '../files/context-limits.ts'
import { requestFileIndexing } from '../files/request-file-indexing.ts'
import { type HomeId, isHome } from '../homes.ts'
import type { KnowledgePorts } from '../knowledge-ports.ts'
import type { Actor } from '../homes.ts'

/**
 * Moves uploaded files of the actor into this base and enqueues their indexing. They must have been uploaded for this room or its
 * bases, or for bases of the account; a file of the room's context leaves it. All or none: other people's, unknown, missing and
 * already used files fail with FILES_NOT_USABLE, and look alike. Above a base's limits: TOO_MANY_FILES or
 * FILES_TOO_LARGE_TOGETHER.
 */
export async function bindFiles(
  ports: KnowledgePorts,
  trx: Transaction,
  actor: Actor,
  base: { id: BaseId; roomId: HomeId; keys: readonly string[]; allowed: ContextLimits },
): Promise<void> {
  const { accountId, userId } = actor
  const keys = [...new Set(base.keys)]
  if (keys.length === 0) return
  await requireFreeNames(trx, actor, base.id, keys)
  const bound = await sql<{ id: FileId; name: string; storageKey: string }>`
    update room_file set base_id = ${base.id}, for_base = true
    where account_id = ${accountId} and ${isHome(sql`room_id`, base.roomId)} and requested_by = ${userId}
      and base_id is null and stored_at is not null and deleted_at is null and storage_key = any(${keys}::text[])
    returning id, name, storage_key as "storageKey"`.execute(trx)
  if (bound.rows.length < keys.length) fail('FILES_NOT_USABLE')
  // Files of the context are no longer found there.
  await forgetFiles(
    trx,
    accountId,
    bound.rows.map(({ id }) => id),
  )
  refuseTooMuch(await usageOf(trx, actor, { of: 'base', baseId: base.id }), base.allowed)
  for (const file of bound.rows)
    await requestFileIndexing(ports, trx, { accountId, scopeId: base.id, ...file })
}

/** Throws FILE_NAME_TAKEN with `file` for duplicate names, ignoring case, among the files or in the base. */
async function requireFreeNames(
  trx: Transaction,
  { accountId }: Actor,
  baseId: BaseId,
  keys: readonly string[],
): Promise<void> {
  const taken = await sql<{ name: string }>`
    select file.name from room_file as file join room_file as other
      on other.account_id = file.account_id and lower(other.name) = lower(file.name) and other.id <> file.id
    where file.account_id = ${accountId} and file.storage_key = any(${[...keys]}::text[]) and file.deleted_at is null
      and other.deleted_at is null and other.stored_at is not null
      and (other.base_id = ${baseId} or (other.storage_key = any(${[...keys]}::text[]) and other.id < file.id))
    order by file.name limit 1`.execute(trx)
  const [file] = taken.rows
  if (file) fail('FILE_NAME_TAKEN', { details: { file: file.name } })
}

/** Converts violations of unique names of bases and files to the contract's errors. */
export function refuseTakenNames(error: unknown): never {
  if (isUniqueViolation(error, 'knowledge_base_name'))
    throw new Failure('KNOWLEDGE_BASE_NAME_TAKEN', { cause: error })
  if (isUniqueViolation(error, 'room_file_base_name')) throw new Failure('FILE_NAME_TAKEN', { cause: error })
  throw error
}
