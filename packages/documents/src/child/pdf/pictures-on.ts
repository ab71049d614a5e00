import type { PDFPageProxy } from 'pdfjs-dist'
import { type DecodedPicture, type GreyPicture, greyPicture, stencil } from './grey-picture.ts'
import { type Matrix, type PlacedPicture, within } from './paint-pictures.ts'

/** The library's operator numbers, by name. */
export type Operators = Record<string, number>

type Found = { pictures: PlacedPicture[]; isBroken: boolean }

/** Returns the pictures of a page in paint order; `isBroken` when some are unavailable. */
export async function picturesOn(page: PDFPageProxy, operators: Operators): Promise<Found> {
  const names = new Map(Object.entries(operators).map(([name, number]) => [number, name]))
  const { fnArray, argsArray } = await page.getOperatorList()
  const found: Found = { pictures: [], isBroken: false }
  const saved: Matrix[] = []
  let matrix = asMatrix(page.getViewport({ scale: 1 }).transform)
  for (const [index, operator] of fnArray.entries()) {
    const name = names.get(operator) ?? ''
    const args = (argsArray[index] ?? []) as unknown[]
    if (name === 'save' || name === 'paintFormXObjectBegin') saved.push(matrix)
    if (name === 'restore' || name === 'paintFormXObjectEnd') matrix = saved.pop() ?? matrix
    if (name === 'transform') matrix = within(matrix, asMatrix(args))
    if (name === 'paintFormXObjectBegin' && args[0]) matrix = within(matrix, asMatrix(args[0]))
    if (!(name in readers)) continue
    const picture = await pictureOf(page, name as keyof typeof readers, args[0])
    if (picture) found.pictures.push({ picture, matrix })
    else found.isBroken = true
  }
  return found
}

const asMatrix = (numbers: unknown): Matrix => {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = Array.from(numbers as ArrayLike<number>)
  return [a, b, c, d, e, f]
}

const readers = {
  paintImageXObject: greyPicture,
  paintInlineImageXObject: greyPicture,
  paintImageMaskXObject: stencil,
} satisfies Record<string, (picture: DecodedPicture) => GreyPicture | null>

/** The picture is in the instruction itself, or under a name; a stencil's data may also be named. */
async function pictureOf(
  page: PDFPageProxy,
  by: keyof typeof readers,
  said: unknown,
): Promise<GreyPicture | null> {
  const named = typeof said === 'string' ? await objectOf(page, said) : said
  const inner = isObject(named) && typeof named['data'] === 'string' ? named['data'] : null
  const picture = inner === null ? named : await objectOf(page, inner)
  return isPicture(picture) ? readers[by](picture) : null
}

/** Resolves when it is decoded; objects shared by pages begin with `g_`. */
const objectOf = (page: PDFPageProxy, id: string): Promise<unknown> =>
  new Promise((resolve) => (id.startsWith('g_') ? page.commonObjs : page.objs).get(id, resolve))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isPicture = (value: unknown): value is DecodedPicture =>
  isObject(value) &&
  typeof value['width'] === 'number' &&
  typeof value['height'] === 'number' &&
  ArrayBuffer.isView(value['data'])
