import { type ContextLimits, limits, type RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import { accountOf, type Plans } from '../accounts/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { Actor } from './knowledge-ports.ts'

const megabyte = 1024 * 1024

/** What the context of a room may have in this account, by its plan (KB-03). */
export async function contextLimitsOf(trx: Transaction, actor: Actor, plans: Plans): Promise<ContextLimits> {
  const account = (await accountOf(trx, actor.accountId, actor.userId)) ?? fail('NOT_FOUND')
  const plan = plans.named(account.planName)
  return {
    largestFileBytes: plan.rag_max_file_size * megabyte,
    totalBytes: plan.rag_max_total_input_size * megabyte,
    filesAtMost: limits.contextFilesAtMost,
  }
}

/** How many files the room's context has, and their bytes together. */
export async function usageOf(
  trx: Transaction,
  { accountId }: Actor,
  roomId: RoomId,
): Promise<{ count: number; usedBytes: number }> {
  const found = await sql<{ count: number; usedBytes: number }>`
    select count(*)::int as count, coalesce(sum(size_bytes), 0)::bigint as "usedBytes" from room_file
    where account_id = ${accountId} and room_id = ${roomId} and stored_at is not null and deleted_at is null`.execute(
    trx,
  )
  return found.rows[0] ?? { count: 0, usedBytes: 0 }
}

/**
 * Refuses a file that the room's context has no place for: FILE_TOO_LARGE and FILES_TOO_LARGE_TOGETHER with the limit in
 * `megabytes`, TOO_MANY_FILES, FILE_NAME_TAKEN. Returns how large it may be. Certain while the room is locked.
 */
export async function requirePlace(
  trx: Transaction,
  actor: Actor,
  roomId: RoomId,
  { name, sizeBytes, allowed }: { name: string; sizeBytes: number; allowed: ContextLimits },
): Promise<{ largestBytes: number }> {
  const { count, usedBytes } = await usageOf(trx, actor, roomId)
  const left = allowed.totalBytes - usedBytes
  if (sizeBytes > allowed.largestFileBytes)
    fail('FILE_TOO_LARGE', { details: { megabytes: allowed.largestFileBytes / megabyte } })
  if (sizeBytes > left || left <= 0)
    fail('FILES_TOO_LARGE_TOGETHER', { details: { megabytes: allowed.totalBytes / megabyte } })
  if (count >= allowed.filesAtMost) fail('TOO_MANY_FILES', { details: { files: allowed.filesAtMost } })
  if (await hasFileNamed(trx, actor, roomId, name)) fail('FILE_NAME_TAKEN')
  return { largestBytes: Math.min(allowed.largestFileBytes, left) }
}

async function hasFileNamed(trx: Transaction, { accountId }: Actor, roomId: RoomId, name: string) {
  const found = await sql`
    select from room_file where account_id = ${accountId} and room_id = ${roomId} and lower(name) = lower(${name})
      and stored_at is not null and deleted_at is null`.execute(trx)
  return found.rows.length > 0
}
