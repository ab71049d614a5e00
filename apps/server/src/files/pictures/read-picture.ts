import { cleanedPicture, type pictureTypes } from './picture.ts'
import { sidesOfJpeg } from './picture-jpeg.ts'
import { sidesOfWebp } from './picture-webp.ts'

/** A valid picture, cleaned of metadata, with its width and height in pixels. */
export type ReadPicture = {
  contentType: (typeof pictureTypes)[number]
  bytes: Buffer
  width: number
  height: number
}

type PictureKind = ReadPicture['contentType']

/** Reads a picture of any storable type; null for anything else. */
export function readPicture(bytes: Buffer): ReadPicture | null {
  const contentType = typeOfPicture(bytes)
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

/** Detects a picture's type by its signature; null for anything else. */
export const typeOfPicture = (bytes: Buffer): PictureKind | null =>
  beginnings.find(([, at, text]) => bytes.toString('latin1', at, at + text.length) === text)?.[0] ?? null

const sidesOf: Record<PictureKind, (bytes: Buffer) => { width: number; height: number } | null> = {
  'image/png': (bytes) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }),
  'image/gif': (bytes) => ({ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }),
  'image/jpeg': sidesOfJpeg,
  'image/webp': sidesOfWebp,
}
