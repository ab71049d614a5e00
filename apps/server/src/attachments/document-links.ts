import type { FileId } from '@atrium/contract'
import type { FastifyReply } from 'fastify'
import { accountOf } from '../accounts/index.ts'
import type { FileLinks } from '../files/index.ts'
import { inTenant } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { isPicture, requireAttachments } from './attach.ts'
import { sendAttachment } from './open-attachment.ts'
import type { Actor, AttachmentPorts } from './ports.ts'

/** Returns a link to a document's bytes, valid for five minutes. The caller has checked that the person may open it. */
export function linkToDocument(
  { fileLinks, mainApiUrl }: { fileLinks: FileLinks; mainApiUrl: string },
  { accountId, userId }: Actor,
  fileId: FileId,
): string {
  const { token } = fileLinks.sign({ accountId, userId, fileId })
  return `${mainApiUrl}/attachments/open?token=${token}`
}

/**
 * Sends a document for a link, as a download. Checks permission again, so that a link ends with it. Throws FILE_LINK_REFUSED, and
 * NOT_FOUND when the document, or the permission, is gone.
 */
export async function openDocument(
  { database, storage, fileLinks }: Pick<AttachmentPorts, 'database' | 'storage' | 'fileLinks'>,
  token: string,
  reply: FastifyReply,
): Promise<void> {
  const link = fileLinks.verify(token) ?? fail('FILE_LINK_REFUSED')
  const [file] = await inTenant(database, link, async (trx) => {
    // A link's route does not check membership, so a deleted account is refused here.
    if (!(await accountOf(trx, link.accountId, link.userId))) fail('NOT_FOUND')
    return await requireAttachments(trx, link, [link.fileId])
  })
  if (!file || isPicture(file)) return fail('NOT_FOUND')
  await sendAttachment(storage, file.storageKey, reply, file.name)
}
