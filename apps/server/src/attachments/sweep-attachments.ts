import type { AccountId, FileId, MessageId } from '@atrium/contract'
import { sql } from 'kysely'
import { inSystem } from '../platform/database/index.ts'
import { forgetFiles } from '../retrieval/index.ts'
import type { ErasurePorts } from './ports.ts'

type Due = { accountId: AccountId; id: FileId; storageKey: string }

/** Erases one file: bytes first, so that an interrupted run finds it again by its row. Also erases its index. */
async function erase({ database, storage }: ErasurePorts, { accountId, id, storageKey }: Due): Promise<void> {
  await storage.delete(storageKey)
  await inSystem(database, async (trx) => {
    await forgetFiles(trx, accountId, [id])
    await sql`delete from attachment where account_id = ${accountId} and id = ${id}`.execute(trx)
  })
}

/** Erases files that no question or answer uses, a day after their form. Returns how many. */
export async function sweepAttachments(ports: ErasurePorts): Promise<number> {
  const due = await inSystem(ports.database, (trx) =>
    sql<Due>`
      select account_id as "accountId", id, storage_key as "storageKey" from attachment
      where requested_at < now() - interval '1 day' and not exists (
        select from message_attachment
        where message_attachment.account_id = attachment.account_id and message_attachment.file_id = attachment.id)
      and not exists (
        select from answer_picture
        where answer_picture.account_id = attachment.account_id and answer_picture.file_id = attachment.id)
      order by requested_at limit 10000 for update skip locked`.execute(trx),
  )
  for (const file of due.rows) await erase(ports, file)
  return due.rows.length
}

/** Erases these questions' attachments, unless another question uses them. Idempotent. */
export async function eraseAttachmentsOf(
  ports: ErasurePorts,
  accountId: AccountId,
  messageIds: readonly MessageId[],
): Promise<void> {
  const found = await inSystem(ports.database, (trx) =>
    sql<Due>`
      select account_id as "accountId", id, storage_key as "storageKey" from attachment
      where account_id = ${accountId} and id in (
        select file_id from message_attachment
        where account_id = ${accountId} and message_id = any(${[...messageIds]})) and not exists (
        select from message_attachment as other
        where other.account_id = attachment.account_id and other.file_id = attachment.id
          and not other.message_id = any(${[...messageIds]}))`.execute(trx),
  )
  for (const file of found.rows) await erase(ports, file)
}

/** Erases every file of an account that is being erased. Idempotent. */
export async function eraseAttachments(ports: ErasurePorts, accountId: AccountId): Promise<void> {
  for (;;) {
    const left = await inSystem(ports.database, (trx) =>
      sql<Due>`
        select account_id as "accountId", id, storage_key as "storageKey" from attachment
        where account_id = ${accountId} order by id limit 200`.execute(trx),
    )
    if (left.rows.length === 0) return
    for (const file of left.rows) await erase(ports, file)
  }
}
