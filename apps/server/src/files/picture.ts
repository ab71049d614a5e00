import { fail } from '../platform/failure.ts'
import { cleanJpeg } from './picture-jpeg.ts'
import { cleanPng } from './picture-png.ts'

export const pictureTypes = ['image/png', 'image/jpeg'] as const
export type PictureType = (typeof pictureTypes)[number]

const cleaners: Record<PictureType, (bytes: Buffer) => Buffer | null> = {
  'image/png': cleanPng,
  'image/jpeg': cleanJpeg,
}

/**
 * Reads a picture's structure and rebuilds it from the parts that draw it, so that what is stored is that picture and nothing
 * else: no position, camera or comment, no second file hidden inside or behind it. The bytes must be of the type that they are
 * said to be, whole, and at most `mostPixelsASide` wide and high by their header; nothing is decoded for that. Throws
 * FILE_NOT_SUPPORTED.
 */
export const cleanPicture = (bytes: Buffer, type: PictureType): Buffer =>
  cleaners[type](bytes) ?? fail('FILE_NOT_SUPPORTED')
