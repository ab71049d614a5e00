import { type AccountId, type BaseId, type ContextLimits, limits } from '@atrium/contract'
import { sql } from 'kysely'
import { accountOf, type Plan, type Plans } from '../../accounts/index.ts'
import type { Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../homes.ts'
import { uploadWindow, rowsOf, type FileCollection } from './file-collection.ts'

const megabyte = 1024 * 1024

async function planOf(trx: Transaction, actor: Actor, plans: Plans): Promise<Plan> {
  const account = (await accountOf(trx, actor.accountId, actor.userId)) ?? fail('NOT_FOUND')
  return plans.named(account.planName)
}

/** Returns the limits of a room's context or a base in this account, by its plan (KB-03). */
export const contextLimitsOf = async (trx: Transaction, actor: Actor, plans: Plans): Promise<ContextLimits> =>
  limitsOf(await planOf(trx, actor, plans))

/** Whether the account's plan has knowledge bases (KB-04). */
export const hasBases = async (trx: Transaction, actor: Actor, plans: Plans): Promise<boolean> =>
  (await planOf(trx, actor, plans)).rag_allowed

/** Returns a base's limits; RAG_NOT_ALLOWED where the plan has none. */
export async function requireBases(trx: Transaction, actor: Actor, plans: Plans): Promise<ContextLimits> {
  const plan = await planOf(trx, actor, plans)
  return plan.rag_allowed ? limitsOf(plan) : fail('RAG_NOT_ALLOWED')
}

/** The limits of a base by plan. */
export const limitsOf = (plan: Plan): ContextLimits => ({
  maxFileBytes: plan.rag_max_file_size * megabyte,
  totalBytes: plan.rag_max_total_input_size * megabyte,
  maxFiles: limits.maxContextFiles,
})

export type Usage = { count: number; usedBytes: number }

/** Returns the number of uploaded files in a collection, and the bytes of all its files: sources of a base have their own limit. */
export async function usageOf(
  trx: Transaction,
  { accountId }: Actor,
  collection: FileCollection,
): Promise<Usage> {
  const found = await sql<Usage>`
    select count(*) filter (where source_id is null)::int as count, coalesce(sum(size_bytes), 0)::bigint as "usedBytes" from room_file
    where account_id = ${accountId} and ${rowsOf(collection)} and stored_at is not null`.execute(trx)
  return found.rows[0] ?? { count: 0, usedBytes: 0 }
}

/** The same including reserved space of pending uploads, without files with these keys. */
async function takenOf(
  trx: Transaction,
  { accountId }: Pick<Actor, 'accountId'>,
  collection: FileCollection,
  besides: readonly string[],
): Promise<Usage> {
  const found = await sql<Usage>`
    select count(*) filter (where source_id is null)::int as count, coalesce(sum(coalesce(size_bytes, reserved_bytes)), 0)::bigint as "usedBytes"
    from room_file
    where account_id = ${accountId} and ${rowsOf(collection)} and storage_key <> all(${[...besides]}::text[])
      and (stored_at is not null or (reserved_bytes > 0 and requested_at > now() - ${uploadWindow}))`.execute(
    trx,
  )
  return found.rows[0] ?? { count: 0, usedBytes: 0 }
}

/** Refuses what exceeds a collection's limits: TOO_MANY_FILES, FILES_TOO_LARGE_TOGETHER with the limit in `megabytes`. */
export function refuseTooMuch({ count, usedBytes }: Usage, allowed: ContextLimits): void {
  if (usedBytes > allowed.totalBytes)
    fail('FILES_TOO_LARGE_TOGETHER', { details: { megabytes: allowed.totalBytes / megabyte } })
  if (count > allowed.maxFiles) fail('TOO_MANY_FILES', { details: { files: allowed.maxFiles } })
}

/**
 * Refuses a file that exceeds its collection's limits: FILE_TOO_LARGE and FILES_TOO_LARGE_TOGETHER with the limit in `megabytes`,
 * TOO_MANY_FILES, FILE_NAME_TAKEN. Returns its maximum size. Certain while the room is locked.
 */
export async function requirePlace(
  trx: Transaction,
  actor: Actor,
  collection: FileCollection,
  file: { name: string; sizeBytes: number; storageKey: string; allowed: ContextLimits },
): Promise<{ maxBytes: number }> {
  const { name, sizeBytes, allowed } = file
  const { count, usedBytes } = await takenOf(trx, actor, collection, [file.storageKey])
  const left = allowed.totalBytes - usedBytes
  if (sizeBytes > allowed.maxFileBytes)
    fail('FILE_TOO_LARGE', { details: { megabytes: allowed.maxFileBytes / megabyte } })
  refuseTooMuch({ count: count + 1, usedBytes: usedBytes + Math.max(sizeBytes, 1) }, allowed)
  await requireFreeName(trx, actor, collection, name)
  return { maxBytes: Math.min(allowed.maxFileBytes, left) }
}

/**
 * Refuses the text of a source that exceeds its base's remaining capacity, not counting files with the keys `besides`:
 * FILE_TOO_LARGE, FILES_TOO_LARGE_TOGETHER with the limit in `megabytes`. Certain while the room is locked.
 */
export async function requireBytes(
  trx: Transaction,
  { accountId, baseId }: { accountId: AccountId; baseId: BaseId },
  { sizeBytes, besides }: { sizeBytes: number; besides: readonly string[] },
  allowed: ContextLimits,
): Promise<void> {
  if (sizeBytes > allowed.maxFileBytes)
    fail('FILE_TOO_LARGE', { details: { megabytes: allowed.maxFileBytes / megabyte } })
  const { usedBytes } = await takenOf(trx, { accountId }, { of: 'base', baseId }, besides)
  refuseTooMuch({ count: 0, usedBytes: usedBytes + sizeBytes }, allowed)
}

/**
 * Throws FILE_NAME_TAKEN with `file` when another file in the collection has the name. Files waiting for a base may share a name:
 * they can be for different bases.
 */
export async function requireFreeName(
  trx: Transaction,
  { accountId }: Pick<Actor, 'accountId'>,
  collection: FileCollection,
  name: string,
): Promise<void> {
  if (collection.of === 'waiting') return
  const found = await sql`
    select from room_file where account_id = ${accountId} and ${rowsOf(collection)} and lower(name) = lower(${name})
      and stored_at is not null`.execute(trx)
  if (found.rows.length > 0) fail('FILE_NAME_TAKEN', { details: { file: name } })
}
