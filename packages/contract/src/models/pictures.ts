import { z } from 'zod'
import { limits } from '../limits.ts'

/** Picture styles. They become words in the prompt, so every picture model may offer any of them. */
export const pictureStyles = [
  'photograph',
  'illustration',
  'watercolour',
  'sketch',
  'flat',
  'three-d',
  'pixel-art',
] as const
export const PictureStyle = z.enum(pictureStyles)
export type PictureStyle = z.infer<typeof PictureStyle>

/** Pixels, width by height, as in `1024x1536`. */
export const PictureSize = z.string().regex(/^[1-9]\d{1,3}x[1-9]\d{1,3}$/)
const count = () => z.int().min(1).max(limits.maxPictures)

/** The asker's picture options; the model's defaults are one picture, its first size, no style. */
export const PictureWishes = z.strictObject({
  count: count().optional(),
  size: PictureSize.optional(),
  style: PictureStyle.nullable().optional(),
})
export type PictureWishes = z.infer<typeof PictureWishes>

/** The options of requested pictures. */
export const PictureOptions = z.strictObject({
  count: count(),
  size: PictureSize,
  style: PictureStyle.nullable(),
})
export type PictureOptions = z.infer<typeof PictureOptions>

/** The options that a picture model offers. */
export const PictureMaking = z.strictObject({
  /** Maximum pictures per question. */
  most: count(),
  /** The first is the default. */
  sizes: z.array(z.strictObject({ size: PictureSize, creditsEach: z.number() })).min(1),
  styles: z.array(PictureStyle),
})
export type PictureMaking = z.infer<typeof PictureMaking>

/** Returns width and height of a size, in pixels. */
export function sidesOf(size: string): { width: number; height: number } {
  const [width = 1, height = 1] = size.split('x').map(Number)
  return { width, height }
}
