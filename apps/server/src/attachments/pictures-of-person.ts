import type { AccountId, AttachmentType, FileId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, inSystem } from '../platform/database/index.ts'

/** A picture that somebody uploaded for a question, or that was made for them. */
type PictureOfPerson = {
  fileId: FileId
  accountId: AccountId
  name: string
  contentType: AttachmentType
  storedAt: Date
  storageKey: string
}

/** The pictures of somebody in all accounts, oldest first. Across accounts, as the system. */
export const picturesOfPerson = async (database: Database, userId: UserId): Promise<PictureOfPerson[]> =>
  (
    await inSystem(database, (trx) =>
      sql<PictureOfPerson>`
        select id as "fileId", account_id as "accountId", name, content_type as "contentType", stored_at as "storedAt",
          storage_key as "storageKey"
        from attachment where owner_id = ${userId} and stored_at is not null order by stored_at, id`.execute(
        trx,
      ),
    )
  ).rows
