import type { FileId, IndexState } from '@atrium/contract'
import { statesOf } from '../passages/index.ts'
import { inTenant } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { requireAttachments } from './attach.ts'
import type { Actor, AttachmentPorts } from './ports.ts'

/** How far a document is with being read, for whoever uploaded it. NOT_FOUND for every other, and for pictures. */
export const attachmentState = (
  { database }: Pick<AttachmentPorts, 'database'>,
  { accountId, userId }: Actor,
  fileId: FileId,
): Promise<IndexState> =>
  inTenant(database, { accountId, userId }, async (trx) => {
    await requireAttachments(trx, { accountId, userId }, [fileId])
    return (await statesOf(trx, accountId, [fileId])).get(fileId) ?? fail('NOT_FOUND')
  })
