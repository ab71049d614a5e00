import { cleanedPicture, type pictureTypes } from './picture.ts'
import { sidesOfJpeg } from './picture-jpeg.ts'
import { sidesOfWebp } from './picture-webp.ts'

/** A picture that is sound, cleaned of what does not draw it, with its sides in pixels. */
export type ReadPicture = {
  contentType: (typeof pictureTypes)[number]
  bytes: Buffer
  width: number
  height: number
}

type PictureKind = ReadPicture['contentType']

/** Reads a picture of whatever type its bytes are; null when they are none that could be stored. */
export function readPicture(bytes: Buffer): ReadPicture | null {
  const contentType = typeOf(bytes)
  const cleaned = contentType && cleanedPicture(bytes, contentType)
  const sides = cleaned && sidesOf[contentType](cleaned)
  return sides && { contentType, bytes: cleaned, ...sides }
}

const beginnings: readonly [PictureKind, number, string][] = [
  ['image/png', 0, '\x89PNG\r\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
]

const typeOf = (bytes: Buffer): PictureKind | null =>
  beginnings.find(([, at, text]) => bytes.toString('latin1', at, at + text.length) === text)?.[0] ?? null

const sidesOf: Record<PictureKind, (bytes: Buffer) => { width: number; height: number } | null> = {
  'image/png': (bytes) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }),
  'image/gif': (bytes) => ({ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }),
  'image/jpeg': sidesOfJpeg,
  'image/webp': sidesOfWebp,
}
