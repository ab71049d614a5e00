import type { UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { readAttachment } from '../../attachments/index.ts'
import { inSystem, type Transaction } from '../../platform/database/index.ts'
import { type OwnData, rowsOf } from '../../platform/own-data.ts'
import { pictureFolder } from './pictures.ts'

/** The pictures that a person uploaded of themselves. */
export const ownData: OwnData = {
  columns: ['user_picture.user_id'],
  read: async (trx, userId) => ({ 'profile-pictures': await picturesOf(trx, userId) }),
  files: async ({ database, storage }, userId) =>
    (await inSystem(database, (trx) => picturesOf(trx, userId))).map(({ name }) => ({
      path: `profile-pictures/${name}`,
      read: async () => (await readAttachment(storage, pictureFolder + name)) ?? '',
    })),
}

const picturesOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql<{ name: string; uploadedAt: Date }>`
      select name, uploaded_at as "uploadedAt" from user_picture
      where user_id = ${userId} and uploaded_at is not null order by uploaded_at, name`,
  )
