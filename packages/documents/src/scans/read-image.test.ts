import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { ImageEnding } from '../ending.ts'
import { findTesseract } from './find-tesseract.ts'
import {
  gifOfBytes,
  heldAs,
  interlacedGif,
  packedImages,
  signs,
  signText,
} from '../testing/images-for-tests.ts'
import { DocumentFailure, readDocument, type TranscribePage } from '../index.ts'
import { shadeAt } from '../testing/scans-for-tests.ts'

type By = Parameters<typeof readDocument>[2]

/** The texts of an image, and other events; a failure replaces all. */
async function read(bytes: Buffer, ending: ImageEnding, by: Partial<By>) {
  const file = { open: () => Readable.from([bytes]), sizeBytes: bytes.length }
  const received: unknown[] = []
  try {
    for await (const event of readDocument(file, ending, {
      signal: new AbortController().signal,
      tesseract: null,
      ...by,
    }))
      received.push(event)
  } catch (error) {
    if (!(error instanceof DocumentFailure)) throw error
    received.push(error.problem)
  }
  return received
}
const saying =
  (text: string, seen: (png: Buffer, contentType: string) => void = () => {}): TranscribePage =>
  async (picture, _signal, contentType) => {
    seen(picture, contentType)
    return text
  }
const paragraph = (text: string) => ({ type: 'block', block: { kind: 'paragraph', text, place: {} } })
const eventsOf = (text: string) => [{ type: 'parts', total: 1 }, paragraph(text), { type: 'part', done: 1 }]
const [black, white] = [0, 255]
const corners = (png: Buffer) => [
  shadeAt(png, 0.25, 0.75),
  shadeAt(png, 0.75, 0.12),
  shadeAt(png, 0.75, 0.75),
  shadeAt(png, 0.25, 0.12),
]

test.each(Object.entries(packedImages))('KB-07 a %s is passed on as it looks', async (name, bytes) => {
  const shades: number[][] = []
  const ending = name.includes('jpeg') ? 'jpg' : 'png'
  const transcribe = saying('Seen.', (png) => shades.push(corners(png)))
  expect(await read(bytes, ending, { transcribe })).toEqual(eventsOf('Seen.'))
  // JPEG is lossy, and CMYK black is not deep black.
  expect(shades.flat().map((shade) => (shade > 238 ? white : shade < 64 ? black : shade))).toEqual([
    black,
    black,
    white,
    black,
  ])
})

/** Where a point that is seen at column x and row y of 64 is stored, by EXIF's orientations from 1. */
const stored: ((x: number, y: number) => [column: number, row: number])[] = [
  (x, y) => [x, y],
  (x, y) => [63 - x, y],
  (x, y) => [63 - x, 63 - y],
  (x, y) => [x, 63 - y],
  (x, y) => [y, x],
  (x, y) => [y, 63 - x],
  (x, y) => [63 - y, 63 - x],
  (x, y) => [63 - y, x],
]

test('KB-07 a photo is rotated and mirrored upright by its orientation', async () => {
  const shades: number[][] = []
  const upright = packedImages['jpeg'] ?? Buffer.alloc(0)
  const transcribe = saying('Seen.', (png) =>
    shades.push(corners(png).map((shade) => (shade > 127 ? white : black))),
  )
  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8])
    await read(heldAs(upright, orientation), 'jpg', { transcribe })
  const [near, far, upper] = [16, 48, 7]
  expect(shades).toEqual(
    stored.map((storedAt) =>
      (
        [
          [near, far],
          [far, upper],
          [far, far],
          [near, upper],
        ] as const
      ).map(([x, y]) => {
        const [column, row] = storedAt(x, y)
        return column < 32 || row < 16 ? black : white
      }),
    ),
  )
})

test('KB-07 a GIF too large for models is drawn as its first frame; a small one is passed on unchanged', async () => {
  const shades: number[][] = []
  const types: string[] = []
  const transcribe = saying('Seen.', (png, contentType) => {
    types.push(contentType)
    if (contentType === 'image/png') shades.push(corners(png))
  })
  const large = gifOfBytes(interlacedGif, 3_750_000)
  expect(await read(large, 'gif', { transcribe })).toEqual(eventsOf('Seen.'))
  expect(await read(gifOfBytes(interlacedGif, 100_000), 'gif', { transcribe })).toEqual(eventsOf('Seen.'))
  expect(shades).toEqual([[black, black, white, black]])
  expect(types).toEqual(['image/png', 'image/gif'])
  expect((await read(large.subarray(0, -40), 'gif', { transcribe })).at(-1)).toBe('DAMAGED')
})

test('KB-07 GIF and WebP are passed on unchanged, with their type', async () => {
  for (const ending of ['gif', 'webp'] as const) {
    const seen: unknown[] = []
    const transcribe = saying(signText, (...picture) => seen.push(picture))
    expect(await read(signs[ending], ending, { transcribe })).toEqual(eventsOf(signText))
    expect(seen).toEqual([[signs[ending], `image/${ending}`]])
  }
})

test('KB-07 an image without text is EMPTY; without an image reader the error says so', async () => {
  for (const ending of ['png', 'jpg', 'gif', 'webp'] as const) {
    expect((await read(signs[ending], ending, { transcribe: saying('') })).at(-1)).toBe('EMPTY')
    expect(await read(signs[ending], ending, {})).toEqual(['NO_IMAGE_READER'])
  }
})

test('KB-07 F05 a truncated image, a non-image or one too large to decode is refused, never read', async () => {
  const transcribe = () => Promise.reject(new Error('This is never asked.'))
  const last = async (bytes: Buffer, ending: ImageEnding) =>
    (await read(bytes, ending, { transcribe })).at(-1)
  for (const ending of ['png', 'jpg'] as const) {
    expect(await last(signs[ending].subarray(0, 60), ending)).toBe('DAMAGED')
    expect(await last(Buffer.from('neither'), ending)).toBe('DAMAGED')
  }
  const bomb = Buffer.from(signs.png)
  bomb.writeUInt32BE(60_000, 16)
  bomb.writeUInt32BE(60_000, 20)
  expect(await last(bomb, 'png')).toBe('IMAGE_TOO_LARGE')
  const wide = gifOfBytes(signs.gif, 3_750_000)
  wide.writeUInt16LE(60_000, 6)
  wide.writeUInt16LE(60_000, 8)
  expect(await last(wide, 'gif')).toBe('IMAGE_TOO_LARGE')
  expect(await last(Buffer.concat([signs.webp, Buffer.alloc(4_000_000)]), 'webp')).toBe('WEBP_TOO_LARGE')
})

const tesseract = await findTesseract()
if (!tesseract) console.warn('Skipped: tesseract is not on this machine.')
test.skipIf(!tesseract)('KB-07 every kind of image is read by the real tesseract', async () => {
  for (const ending of ['png', 'jpg', 'gif', 'webp'] as const)
    expect(await read(signs[ending], ending, { tesseract }), ending).toEqual(eventsOf(signText))
})
