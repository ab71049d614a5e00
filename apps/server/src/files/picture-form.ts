import { randomBytes } from 'node:crypto'
import { limits, type UploadForm } from '@atrium/contract'
import { fail } from '../platform/failure.ts'
import type { Storage } from '../platform/storage/index.ts'
import type { PictureType } from './picture.ts'

/** The endings that a picture of a type may come with; it is stored under the first. */
const endings: Record<PictureType, readonly [string, ...string[]]> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
}

/**
 * A name for a picture, made by the server: of what the client calls its file, only the ending counts, and it must fit the type
 * (FILE_NOT_SUPPORTED).
 */
export function nameForPicture(filename: string, contentType: PictureType): string {
  const ending = /\.([a-z]+)$/i.exec(filename)?.[1]?.toLowerCase()
  if (!ending || !endings[contentType].includes(ending)) return fail('FILE_NOT_SUPPORTED')
  return `${randomBytes(16).toString('hex')}.${endings[contentType][0]}`
}

/** A signed form with which a browser posts one picture under this key, within five minutes. */
export const pictureForm = (storage: Storage, key: string, contentType: PictureType): Promise<UploadForm> =>
  storage.createUploadForm({
    key,
    contentType,
    cacheControl: 'public, max-age=31536000, immutable',
    largestBytes: limits.logoSizeBytes,
    expiresInSeconds: limits.uploadFormSeconds,
  })
