import type { PictureOptions, PictureWishes } from '@atrium/contract'
import type { PictureRow } from '../catalogue/models-file.ts'

/** The options of a picture model; prices in thousandths of a credit per picture. */
export type PictureModel = Omit<PictureRow, 'sizes'> & {
  sizes: (Omit<PictureRow['sizes'][number], 'price'> & { milliEach: number })[]
}

/** Returns the first option that the model does not offer, with a message; null when it offers all. */
export function unsupportedOption(
  model: PictureModel,
  { count, size, style }: PictureWishes,
): { field: keyof PictureWishes; message: string } | null {
  if (count !== undefined && count > model.most)
    return { field: 'count', message: `This model makes at most ${model.most} at once.` }
  if (size !== undefined && !model.sizes.some((offered) => offered.size === size))
    return { field: 'size', message: `This must be one of ${model.sizes.map((one) => one.size).join(', ')}.` }
  if (style && !model.styles.includes(style))
    return {
      field: 'style',
      message:
        model.styles.length > 0 ? `This must be one of ${model.styles.join(', ')}.` : 'There is no choice.',
    }
  return null
}

/** Returns the options for a model: the wanted ones that it offers, its defaults for the rest. */
export function fittingOptions(
  model: PictureModel,
  { count = 1, size, style = null }: PictureWishes,
): PictureOptions {
  return {
    count: Math.min(count, model.most),
    size: sizeOf(model, size).size,
    style: style && model.styles.includes(style) ? style : null,
  }
}

/** Returns the price of one picture of this size, in thousandths of a credit. */
export const pictureMilliEach = (model: PictureModel, size: string): number => sizeOf(model, size).milliEach

export function sizeOf({ sizes: [first, ...others] }: PictureModel, size: string | undefined) {
  if (!first) throw new Error('The picture model has no sizes.')
  return others.find((offered) => offered.size === size) ?? first
}
