import type { FileId, IndexState } from '@atrium/contract'
import { statesOf } from '../retrieval/index.ts'
import { inTenant } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { requireAttachments } from './attach.ts'
import type { Actor, AttachmentPorts } from './ports.ts'

/** Returns a document's processing state, for its uploader. NOT_FOUND for everybody else, and for pictures. */
export const attachmentState = (
  { database }: Pick<AttachmentPorts, 'database'>,
  { accountId, userId }: Actor,
  fileId: FileId,
): Promise<IndexState> =>
  inTenant(database, { accountId, userId }, async (trx) => {
    await requireAttachments(trx, { accountId, userId }, [fileId])
    return (await statesOf(trx, accountId, [fileId])).get(fileId) ?? fail('NOT_FOUND')
  })
