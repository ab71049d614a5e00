import type { FileId } from '@atrium/contract'
import type { FastifyReply } from 'fastify'
import { inTenant } from '../platform/database/index.ts'
import { attachmentNamed } from '../files/index.ts'
import { fail } from '../platform/failure.ts'
import type { Storage } from '../platform/storage/index.ts'
import { isPicture, requireAttachments } from './attach.ts'
import type { Actor, AttachmentPorts } from './ports.ts'

/** Sends a file to its uploader, a document as a download; NOT_FOUND for everybody else. */
export async function openAttachment(
  { database, storage }: Pick<AttachmentPorts, 'database' | 'storage'>,
  { accountId, userId }: Actor,
  fileId: FileId,
  reply: FastifyReply,
): Promise<void> {
  const actor = { accountId, userId }
  const [found] = await inTenant(database, actor, (trx) => requireAttachments(trx, actor, [fileId]))
  const file = found ?? fail('NOT_FOUND')
  await sendAttachment(storage, file.storageKey, reply, isPicture(file) ? undefined : file.name)
}

/** Sends a file's bytes; with a name, as a download. The caller has checked permission. */
export async function sendAttachment(
  storage: Storage,
  storageKey: string,
  reply: FastifyReply,
  savedAs?: string,
): Promise<void> {
  const stored = (await storage.get(storageKey)) ?? fail('NOT_FOUND')
  reply.headers({
    'content-type': stored.contentType,
    'content-length': stored.sizeBytes,
    'content-disposition': savedAs === undefined ? 'inline' : attachmentNamed(savedAs),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
  reply.send(stored.read())
}

/** Returns the bytes of a picture, for a model; null when they are gone. */
export async function readAttachment(storage: Storage, storageKey: string): Promise<Uint8Array | null> {
  const stored = await storage.get(storageKey)
  if (!stored) return null
  const chunks: Buffer[] = []
  for await (const chunk of stored.read() as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
