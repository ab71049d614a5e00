import { type AccountId, type BaseId, type ContextLimits, limits } from '@atrium/contract'
import { sql } from 'kysely'
import { accountOf, type Plan, type Plans } from '../accounts/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { Actor } from './knowledge-ports.ts'
import { arrival, rowsOn, type Shelf } from './shelf.ts'

const megabyte = 1024 * 1024

async function planOf(trx: Transaction, actor: Actor, plans: Plans): Promise<Plan> {
  const account = (await accountOf(trx, actor.accountId, actor.userId)) ?? fail('NOT_FOUND')
  return plans.named(account.planName)
}

/** What the context of a room, or a base, may have in this account, by its plan (KB-03). */
export const contextLimitsOf = async (trx: Transaction, actor: Actor, plans: Plans): Promise<ContextLimits> =>
  limitsOf(await planOf(trx, actor, plans))

/** Whether the account's plan has knowledge bases (KB-04). */
export const hasBases = async (trx: Transaction, actor: Actor, plans: Plans): Promise<boolean> =>
  (await planOf(trx, actor, plans)).rag_allowed

/** What a base may have; RAG_NOT_ALLOWED where the plan has none. */
export async function requireBases(trx: Transaction, actor: Actor, plans: Plans): Promise<ContextLimits> {
  const plan = await planOf(trx, actor, plans)
  return plan.rag_allowed ? limitsOf(plan) : fail('RAG_NOT_ALLOWED')
}

/** What a base may have by a plan. */
export const limitsOf = (plan: Plan): ContextLimits => ({
  largestFileBytes: plan.rag_max_file_size * megabyte,
  totalBytes: plan.rag_max_total_input_size * megabyte,
  filesAtMost: limits.contextFilesAtMost,
})

export type Usage = { count: number; usedBytes: number }

/** How many files were brought to a shelf, and the bytes of all that is on it: sources of a base have a limit of their own. */
export async function usageOf(trx: Transaction, { accountId }: Actor, shelf: Shelf): Promise<Usage> {
  const found = await sql<Usage>`
    select count(*) filter (where source_id is null)::int as count, coalesce(sum(size_bytes), 0)::bigint as "usedBytes" from room_file
    where account_id = ${accountId} and ${rowsOn(shelf)} and stored_at is not null`.execute(trx)
  return found.rows[0] ?? { count: 0, usedBytes: 0 }
}

/** The same with what is kept free for files that are on their way, without those with these keys. */
async function takenOf(
  trx: Transaction,
  { accountId }: Pick<Actor, 'accountId'>,
  shelf: Shelf,
  besides: readonly string[],
): Promise<Usage> {
  const found = await sql<Usage>`
    select count(*) filter (where source_id is null)::int as count, coalesce(sum(coalesce(size_bytes, reserved_bytes)), 0)::bigint as "usedBytes"
    from room_file
    where account_id = ${accountId} and ${rowsOn(shelf)} and storage_key <> all(${[...besides]}::text[])
      and (stored_at is not null or (reserved_bytes > 0 and requested_at > now() - ${arrival}))`.execute(trx)
  return found.rows[0] ?? { count: 0, usedBytes: 0 }
}

/** Refuses what is too much on a shelf: TOO_MANY_FILES, FILES_TOO_LARGE_TOGETHER with the limit in `megabytes`. */
export function refuseTooMuch({ count, usedBytes }: Usage, allowed: ContextLimits): void {
  if (usedBytes > allowed.totalBytes)
    fail('FILES_TOO_LARGE_TOGETHER', { details: { megabytes: allowed.totalBytes / megabyte } })
  if (count > allowed.filesAtMost) fail('TOO_MANY_FILES', { details: { files: allowed.filesAtMost } })
}

/**
 * Refuses a file that its shelf has no place for: FILE_TOO_LARGE and FILES_TOO_LARGE_TOGETHER with the limit in `megabytes`,
 * TOO_MANY_FILES, FILE_NAME_TAKEN. Returns how large it may be. Certain while the room is locked.
 */
export async function requirePlace(
  trx: Transaction,
  actor: Actor,
  shelf: Shelf,
  file: { name: string; sizeBytes: number; storageKey: string; allowed: ContextLimits },
): Promise<{ largestBytes: number }> {
  const { name, sizeBytes, allowed } = file
  const { count, usedBytes } = await takenOf(trx, actor, shelf, [file.storageKey])
  const left = allowed.totalBytes - usedBytes
  if (sizeBytes > allowed.largestFileBytes)
    fail('FILE_TOO_LARGE', { details: { megabytes: allowed.largestFileBytes / megabyte } })
  refuseTooMuch({ count: count + 1, usedBytes: usedBytes + Math.max(sizeBytes, 1) }, allowed)
  if (await hasFileNamed(trx, actor, shelf, name)) fail('FILE_NAME_TAKEN')
  return { largestBytes: Math.min(allowed.largestFileBytes, left) }
}

/**
 * Refuses the text of a source that its base has no bytes left for, as if those with the keys `besides` were not there:
 * FILE_TOO_LARGE, FILES_TOO_LARGE_TOGETHER with the limit in `megabytes`. Certain while the room is locked.
 */
export async function requireBytes(
  trx: Transaction,
  { accountId, baseId }: { accountId: AccountId; baseId: BaseId },
  { sizeBytes, besides }: { sizeBytes: number; besides: readonly string[] },
  allowed: ContextLimits,
): Promise<void> {
  if (sizeBytes > allowed.largestFileBytes)
    fail('FILE_TOO_LARGE', { details: { megabytes: allowed.largestFileBytes / megabyte } })
  const { usedBytes } = await takenOf(trx, { accountId }, { of: 'base', baseId }, besides)
  refuseTooMuch({ count: 0, usedBytes: usedBytes + sizeBytes }, allowed)
}

/** What waits for a base may bear the name of another that does: they can be for different bases. */
async function hasFileNamed(trx: Transaction, { accountId }: Actor, shelf: Shelf, name: string) {
  if (shelf.of === 'waiting') return false
  const found = await sql`
    select from room_file where account_id = ${accountId} and ${rowsOn(shelf)} and lower(name) = lower(${name})
      and stored_at is not null`.execute(trx)
  return found.rows.length > 0
}
