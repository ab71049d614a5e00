import type { AccountId, FileId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'

/** Returns the uploader of an attachment; null for another file. */
export async function ownerOfAttachment(
  trx: Transaction,
  accountId: AccountId,
  fileId: FileId,
): Promise<UserId | null> {
  const found = await sql<{ ownerId: UserId }>`
    select owner_id as "ownerId" from attachment where account_id = ${accountId} and id = ${fileId}`.execute(
    trx,
  )
  return found.rows[0]?.ownerId ?? null
}
