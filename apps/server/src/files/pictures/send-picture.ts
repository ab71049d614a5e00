import type { FastifyReply } from 'fastify'
import { fail } from '../../platform/failure.ts'
import type { Storage } from '../../platform/storage/index.ts'

/** Sends a stored picture, which is immutable under its name. */
export async function sendPicture(storage: Storage, key: string, reply: FastifyReply): Promise<void> {
  const picture = (await storage.get(key)) ?? fail('NOT_FOUND')
  reply.headers({
    'content-type': picture.contentType,
    'content-length': picture.sizeBytes,
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  reply.send(picture.read())
}
