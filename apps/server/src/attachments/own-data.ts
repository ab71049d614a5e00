import {
  type AccountId,
  documentEndingOf,
  type FileId,
  pictureEndings,
  type PicturePart,
  type UserId,
} from '@atrium/contract'
import { sql } from 'kysely'
import { inSystem, type Transaction } from '../platform/database/index.ts'
import { type OwnData, rowsOf } from '../platform/own-data.ts'
import { readAttachment } from './open-attachment.ts'

/** The pictures and documents that a person attached, and the pictures generated for them. */
export const ownData: OwnData = {
  columns: ['attachment.owner_id'],
  async read(trx, userId) {
    const shown = (await filesOf(trx, userId)).map(({ storageKey: _storageKey, ...file }) => file)
    return { pictures: [], documents: [], ...Object.groupBy(shown, folderOf) }
  },
  files: async ({ database, storage }, userId) =>
    (await inSystem(database, (trx) => filesOf(trx, userId))).map(({ storageKey, ...file }) => ({
      path: `${folderOf(file)}/${nameInExport(file)}`,
      read: async () => (await readAttachment(storage, storageKey)) ?? '',
    })),
}

type StoredFile = {
  fileId: FileId
  accountId: AccountId
  name: string
  contentType: string
  storedAt: Date
  storageKey: string
}

const filesOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql<StoredFile>`
      select id as "fileId", account_id as "accountId", name, content_type as "contentType", stored_at as "storedAt",
        storage_key as "storageKey"
      from attachment where owner_id = ${userId} and stored_at is not null order by stored_at, id`,
  )

const folderOf = ({ name }: { name: string }) => (documentEndingOf(name) ? 'documents' : 'pictures')

/** The name of a file in the data export, by id, since file names may repeat. Without a name it is a picture. */
export function nameInExport({
  fileId,
  name = '',
  contentType,
}: Pick<PicturePart, 'fileId'> & { name?: string; contentType: string }): string {
  const pictureEnding = Object.entries(pictureEndings).find(([, type]) => type === contentType)?.[0] ?? 'png'
  return `${fileId}.${documentEndingOf(name) ?? pictureEnding}`
}
