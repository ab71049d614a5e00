import { ownerOfAttachment } from './owner-of-attachment.ts'
import { takeAllowance } from '../credits/index.ts'
import { requesterOfFile } from '../knowledge/index.ts'
import type { TakeFileAllowance } from '../retrieval/index.ts'
import { type Database, inTenant } from '../platform/database/index.ts'

/** Counts a file's provider calls on its uploader or, for pages of a source, on their account. */
export const allowanceOfFiles =
  (database: Database): TakeFileAllowance =>
  async ({ accountId, fileId }, kind, count) => {
    const person = await inTenant(
      database,
      { accountId, userId: null },
      async (trx) =>
        (await requesterOfFile(trx, accountId, fileId)) ?? (await ownerOfAttachment(trx, accountId, fileId)),
    )
    return await takeAllowance(database, { holder: person ?? accountId, kind, count })
  }
