import { fail } from '../platform/failure.ts'
import { cleanGif } from './picture-gif.ts'
import { cleanJpeg } from './picture-jpeg.ts'
import { cleanPng } from './picture-png.ts'
import { cleanWebp } from './picture-webp.ts'

/** What can be stored; who hands out a form says which of them it is for. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
type StorableType = (typeof pictureTypes)[number]
/** What logos and pictures of people are. */
export type PictureType = 'image/png' | 'image/jpeg'

const cleaners: Record<StorableType, (bytes: Buffer) => Buffer | null> = {
  'image/png': cleanPng,
  'image/jpeg': cleanJpeg,
  'image/gif': cleanGif,
  'image/webp': cleanWebp,
}

/**
 * Reads a picture's structure and rebuilds it from the parts that draw it, so that what is stored is that picture and nothing
 * else: no position, camera or comment, no second file hidden inside or behind it. The bytes must be of the type that they are
 * said to be, whole, and at most `mostPixelsASide` wide and high by their header; nothing is decoded for that. Throws
 * FILE_NOT_SUPPORTED.
 */
export const cleanPicture = (bytes: Buffer, type: StorableType): Buffer =>
  cleanedPicture(bytes, type) ?? fail('FILE_NOT_SUPPORTED')

/** The same for whoever goes on without a picture: null when it is none. */
export const cleanedPicture = (bytes: Buffer, type: StorableType): Buffer | null => cleaners[type](bytes)
