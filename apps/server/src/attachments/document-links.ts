import type { FileId } from '@atrium/contract'
import type { FastifyReply } from 'fastify'
import { accountOf } from '../accounts/index.ts'
import type { FileLinks } from '../files/index.ts'
import { inTenant } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { isPicture, requireAttachments } from './attach.ts'
import { sendAttachment } from './open-attachment.ts'
import type { Actor, AttachmentPorts } from './ports.ts'

/** A link of five minutes to the bytes of a document, for somebody who was found before to be one who may open it. */
export function linkToDocument(
  { fileLinks, mainApiUrl }: { fileLinks: FileLinks; mainApiUrl: string },
  { accountId, userId }: Actor,
  fileId: FileId,
): string {
  const { token } = fileLinks.sign({ accountId, userId, fileId })
  return `${mainApiUrl}/attachments/open?token=${token}`
}

/**
 * Sends a document to who opens a link to it, to be saved under its name. The right is asked again, so that a link ends with it.
 * Throws FILE_LINK_REFUSED, and NOT_FOUND when the document, or the right to it, is gone.
 */
export async function openDocument(
  { database, storage, fileLinks }: Pick<AttachmentPorts, 'database' | 'storage' | 'fileLinks'>,
  token: string,
  reply: FastifyReply,
): Promise<void> {
  const link = fileLinks.verify(token) ?? fail('FILE_LINK_REFUSED')
  const [file] = await inTenant(database, link, async (trx) => {
    // Nobody is asked at the door of a link whether they are in the account: a deleted one has none.
    if (!(await accountOf(trx, link.accountId, link.userId))) fail('NOT_FOUND')
    return await requireAttachments(trx, link, [link.fileId])
  })
  if (!file || isPicture(file)) return fail('NOT_FOUND')
  await sendAttachment(storage, file.storageKey, reply, file.name)
}
