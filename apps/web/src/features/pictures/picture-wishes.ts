import type { PictureMaking, PictureOptions } from '@atrium/contract'
import { pictureStyles } from '@atrium/contract'
import { fields, number, oneOf, text } from '../../lib/parse.ts'
import { stored } from '../../lib/stored.ts'

const noStyle = 'any'
const form = fields({ count: number, size: text, style: oneOf(noStyle, ...pictureStyles) })

/** How this browser's person asked for pictures last. */
export function createStoredWishes(storage?: () => Storage) {
  const kept = stored('pictures', form, storage)
  return {
    read(): PictureOptions | null {
      const found = kept.read()
      return found && { ...found, style: found.style === noStyle ? null : found.style }
    },
    write: (options: PictureOptions) => kept.write({ ...options, style: options.style ?? noStyle }),
  }
}

/** What is asked of a model: the wishes as far as it offers them. */
export function wishesFor(model: PictureMaking, wishes: PictureOptions | null): PictureOptions {
  const [first] = model.sizes
  const size = model.sizes.find((offered) => offered.size === wishes?.size) ?? first
  return {
    count: Math.max(1, Math.min(Math.floor(wishes?.count ?? 1), model.most)),
    size: size?.size ?? '1024x1024',
    style: model.styles.find((offered) => offered === wishes?.style) ?? null,
  }
}
