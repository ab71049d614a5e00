import type { ReaderEvent } from '../../block.ts'
import { DocumentFailure } from '../../document-failure.ts'
import type { GreyPicture } from '../pdf/grey-picture.ts'
import { pngOfPainted } from '../pdf/encode-png.ts'
import { paintPictures } from '../pdf/paint-pictures.ts'
import { openDrawer } from '../pdf/page-drawer.ts'
import type { Reader } from '../reader.ts'
import { decodeGif } from './decode-gif.ts'
import { decodePng } from './decode-png.ts'
import { jpegFacts } from './jpeg-facts.ts'
import { pageOfJpeg } from './page-of-jpeg.ts'

/** Maximum pixels of an image decoded here, and of pictures of pages. */
const maxPoints = 40_000_000
/** Maximum bytes of an image passed on unchanged: what providers accept. */
const maxBytesAsItIs = 3_750_000

type Drawn = { bytes: Buffer; contentType: 'image/png' | 'image/gif' | 'image/webp' }
type Draw = (bytes: Buffer, maxPixels: number) => Promise<Drawn>

/** Reads an image as the picture of a scan's only page. */
const imageReader = (draw: Draw): Reader =>
  async function* (bytes, { picturePixels }): AsyncGenerator<ReaderEvent> {
    yield { type: 'parts', total: 1 }
    const { bytes: drawn, contentType } = await draw(bytes, picturePixels)
    yield { type: 'picture', page: 1, png: drawn.toString('base64'), contentType, blocks: [] }
    yield { type: 'part', done: 1 }
  }

export const readPng = imageReader(async (bytes, maxPixels) =>
  painted(decodePng(bytes, refuseTooLarge), maxPixels),
)

function painted(picture: GreyPicture, maxPixels: number): Drawn {
  const { width, height } = picture
  const page = paintPictures([{ picture, matrix: [width, 0, 0, -height, 0, height] }], picture, maxPixels)
  return { bytes: pngOfPainted(page), contentType: 'image/png' }
}

/** By the library that draws scanned pages, turned upright. */
export const readJpeg = imageReader(async (bytes, maxPixels) => {
  const facts = jpegFacts(bytes) ?? damaged('no frame')
  refuseTooLarge(facts)
  const drawer = await openDrawer(pageOfJpeg(bytes, facts), maxPixels)
  return { bytes: (await drawer.draw(1, 0)) ?? damaged('it cannot be drawn'), contentType: 'image/png' }
})

/** The page reader decodes a small one itself; of a larger one it gets the first frame, drawn here. */
export const readGif = imageReader(async (bytes, maxPixels) =>
  bytes.length <= maxBytesAsItIs
    ? { bytes, contentType: 'image/gif' }
    : painted(decodeGif(bytes, refuseTooLarge), maxPixels),
)

/** The page reader decodes it itself; there is no decoder here, so a large one is refused. */
export const readWebp = imageReader(async (bytes) => {
  if (bytes.length > maxBytesAsItIs) throw new DocumentFailure('WEBP_TOO_LARGE', 'bytes of an image')
  return { bytes, contentType: 'image/webp' }
})

function refuseTooLarge({ width, height }: { width: number; height: number }): void {
  if (width < 1 || height < 1) damaged('it has no size')
  if (width * height > maxPoints) throw new DocumentFailure('IMAGE_TOO_LARGE', 'points of an image')
}

const damaged = (cause: string): never => {
  throw new DocumentFailure('DAMAGED', cause)
}
