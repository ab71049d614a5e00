import type { PictureMaking, PictureOptions } from '@atrium/contract'
import { pictureStyles } from '@atrium/contract'
import { fields, number, oneOf, text } from '../../lib/text/parse.ts'
import { stored } from '../../lib/stored.ts'

const noStyle = 'any'
const form = fields({ count: number, size: text, style: oneOf(noStyle, ...pictureStyles) })

/** The person's last picture options in this browser. */
export function createStoredPictureOptions(storage?: () => Storage) {
  const kept = stored('pictures', form, storage)
  return {
    read(): PictureOptions | null {
      const found = kept.read()
      return found && { ...found, style: found.style === noStyle ? null : found.style }
    },
    write: (options: PictureOptions) => kept.write({ ...options, style: options.style ?? noStyle }),
  }
}

/** Returns the options that the model offers. */
export function pictureOptionsFor(model: PictureMaking, wishes: PictureOptions | null): PictureOptions {
  const [first] = model.sizes
  const size = model.sizes.find((offered) => offered.size === wishes?.size) ?? first
  return {
    count: Math.max(1, Math.min(Math.floor(wishes?.count ?? 1), model.most)),
    size: size?.size ?? '1024x1024',
    style: model.styles.find((offered) => offered === wishes?.style) ?? null,
  }
}
