import { fail } from '../../platform/failure.ts'
import { cleanGif } from './picture-gif.ts'
import { cleanJpeg } from './picture-jpeg.ts'
import { cleanPng } from './picture-png.ts'
import { cleanWebp } from './picture-webp.ts'

/** Storable picture types; each form allows some of them. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
type StorableType = (typeof pictureTypes)[number]
/** Types of logos and profile pictures. */
export type PictureType = 'image/png' | 'image/jpeg'

const cleaners: Record<StorableType, (bytes: Buffer) => Buffer | null> = {
  'image/png': cleanPng,
  'image/jpeg': cleanJpeg,
  'image/gif': cleanGif,
  'image/webp': cleanWebp,
}

/**
 * Rebuilds a picture from the parts that draw it, so that nothing else is stored: no location, camera or comment, no hidden
 * second file. The bytes must be of the stated type, complete, and at most `maxPixelsPerSide` wide and high by their header;
 * decodes nothing. Throws FILE_NOT_SUPPORTED.
 */
export const cleanPicture = (bytes: Buffer, type: StorableType): Buffer =>
  cleanedPicture(bytes, type) ?? fail('FILE_NOT_SUPPORTED')

/** The same, returning null instead of throwing. */
export const cleanedPicture = (bytes: Buffer, type: StorableType): Buffer | null => cleaners[type](bytes)
