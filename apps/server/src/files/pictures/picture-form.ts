import { randomBytes } from 'node:crypto'
import { limits, type UploadForm } from '@atrium/contract'
import { fail } from '../../platform/failure.ts'
import type { Storage } from '../../platform/storage/index.ts'
import type { PictureType } from './picture.ts'

/** The accepted extensions of a picture type; stored under the first. */
const endings: Record<PictureType, readonly [string, ...string[]]> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
}

/** Makes a picture's name: of the client's file name only the extension counts, and it must match the type (FILE_NOT_SUPPORTED). */
export function nameForPicture(filename: string, contentType: PictureType): string {
  const ending = /\.([a-z]+)$/i.exec(filename)?.[1]?.toLowerCase()
  if (!ending || !endings[contentType].includes(ending)) return fail('FILE_NOT_SUPPORTED')
  return `${randomBytes(16).toString('hex')}.${endings[contentType][0]}`
}

/** Returns a signed form to upload one picture under this key within five minutes. */
export const pictureForm = (storage: Storage, key: string, contentType: PictureType): Promise<UploadForm> =>
  storage.createUploadForm({
    key,
    contentType,
    cacheControl: 'public, max-age=31536000, immutable',
    maxBytes: limits.logoSizeBytes,
    expiresInSeconds: limits.uploadFormSeconds,
  })
