import type { AccountId, FileId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, inSystem } from '../platform/database/index.ts'

/** A picture or document that a person attached, or a picture generated for them. */
type FileOfPerson = {
  fileId: FileId
  accountId: AccountId
  name: string
  contentType: string
  storedAt: Date
  storageKey: string
}

/** Returns a person's files in all accounts, oldest first. Reads across accounts, as the system. */
export const filesOfPerson = async (database: Database, userId: UserId): Promise<FileOfPerson[]> =>
  (
    await inSystem(database, (trx) =>
      sql<FileOfPerson>`
        select id as "fileId", account_id as "accountId", name, content_type as "contentType", stored_at as "storedAt",
          storage_key as "storageKey"
        from attachment where owner_id = ${userId} and stored_at is not null order by stored_at, id`.execute(
        trx,
      ),
    )
  ).rows
