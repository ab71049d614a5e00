import { randomBytes } from 'node:crypto'
import { type AccountId, type Attachment, type FileId, limits, mintId, type TurnId } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/index.ts'
import type { Storage } from '../platform/storage/index.ts'
import type { StoredAttachment } from './attach.ts'
import { attachmentFolder } from './offer-attachment.ts'
import type { Actor } from './ports.ts'

/** A generated picture, checked and cleaned. */
type MadePicture = Pick<Attachment, 'name' | 'contentType'> & { bytes: Uint8Array }

/**
 * Stores a generated picture as a file of its asker. `record` opens the transaction that records it, and may return false to
 * refuse it; then, and after any failure, nothing of it stays. Null when refused.
 */
export async function keepMadePicture(
  storage: Storage,
  { accountId, userId, turnId }: Actor & { turnId: TurnId },
  { name, contentType, bytes }: MadePicture,
  record: (insert: (trx: TenantTransaction) => Promise<void>) => Promise<boolean>,
): Promise<Attachment | null> {
  const id = mintId('file')
  const key = `${attachmentFolder}${accountId}/${randomBytes(16).toString('hex')}`
  await storage.put(key, bytes, {
    contentType,
    cacheControl: 'private, no-store',
    maxBytes: limits.madePictureBytes,
  })
  const insert = async (trx: TenantTransaction) => {
    await sql`
      insert into attachment (account_id, id, owner_id, storage_key, name, content_type, size_bytes, stored_at)
      values (${accountId}, ${id}, ${userId}, ${key}, ${name}, ${contentType}, ${bytes.length}, now())`.execute(
      trx,
    )
    await sql`
      insert into answer_picture (account_id, turn_id, file_id) values (${accountId}, ${turnId}, ${id})`.execute(
      trx,
    )
  }
  let isKept = false
  try {
    isKept = await record(insert)
  } finally {
    if (!isKept) await storage.delete(key)
  }
  return isKept ? { id, name, contentType, sizeBytes: bytes.length } : null
}

/** Returns pictures of these ids, anywhere in the account: for a prompt, whose asker may read their chat. */
export async function picturesOfFiles(
  trx: TenantTransaction,
  accountId: AccountId,
  ids: readonly FileId[],
): Promise<Map<FileId, StoredAttachment>> {
  if (ids.length === 0) return new Map()
  const found = await sql<StoredAttachment>`
    select id, name, content_type as "contentType", size_bytes as "sizeBytes", storage_key as "storageKey" from attachment
    where account_id = ${accountId} and stored_at is not null and id = any(${[...ids]})`.execute(trx)
  return new Map(found.rows.map((row) => [row.id, row]))
}
