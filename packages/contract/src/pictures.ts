import { z } from 'zod'
import { limits } from './limits.ts'

/** How pictures can be asked to look. A vendor is told it in words, so every model that makes pictures may offer any of them. */
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
const count = () => z.int().min(1).max(limits.picturesAtMost)

/** What the asker wants of pictures; what is left out the model decides: one picture, its first size, no style. */
export const PictureWishes = z.strictObject({
  count: count().optional(),
  size: PictureSize.optional(),
  style: PictureStyle.nullable().optional(),
})
export type PictureWishes = z.infer<typeof PictureWishes>

/** What pictures were asked of a model. */
export const PictureOptions = z.strictObject({
  count: count(),
  size: PictureSize,
  style: PictureStyle.nullable(),
})
export type PictureOptions = z.infer<typeof PictureOptions>

/** What can be asked of a model that makes pictures. */
export const PictureMaking = z.strictObject({
  /** Pictures for one question at most. */
  most: count(),
  /** The first is the one that is taken when nothing is said. */
  sizes: z.array(z.strictObject({ size: PictureSize, creditsEach: z.number() })).min(1),
  styles: z.array(PictureStyle),
})
export type PictureMaking = z.infer<typeof PictureMaking>

/** Pixels of a size. */
export function sidesOf(size: string): { width: number; height: number } {
  const [width = 1, height = 1] = size.split('x').map(Number)
  return { width, height }
}
