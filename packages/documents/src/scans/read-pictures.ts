import { setTimeout } from 'node:timers/promises'
import type { Block, PictureOfPage, PictureType, ReadEvent, ReaderEvent } from '../block.ts'
import { DocumentFailure } from '../document-failure.ts'
import { areTooFew } from './pages-with-text.ts'

/** Reads a picture of a page; returns nothing where it shows no text. */
export type PageReader = {
  /** The preferred longer side of pictures. */
  pixels: number
  read(picture: Buffer, signal: AbortSignal, contentType: PictureType): Promise<Omit<Block, 'place'>[]>
}

/** Limits: pictures per document, concurrent ones, and events buffered behind the oldest. */
const most = { pictures: 500, atOnce: 2, waiting: 500 }
/** Reading pictures takes seconds per page. */
const maxMs = 2 * 60 * 60_000

/**
 * Replaces pictures by their text, page by page. Fails as SCANNED when (almost) no page has text and there were pictures, as
 * TOO_LARGE when these are too many, and as TOO_SLOW; also with the page reader's errors.
 */
export async function* readPictures(
  events: AsyncIterable<ReaderEvent>,
  reader: PageReader,
  signal: AbortSignal,
): AsyncGenerator<ReadEvent> {
  const counted = { total: 0, pictures: 0, withText: new Set<number>() }
  const ending = new AbortController()
  const until = AbortSignal.any([signal, ending.signal])
  void setTimeout(maxMs, undefined, { signal: ending.signal, ref: false }).then(
    () => ending.abort(new DocumentFailure('TOO_SLOW', 'scanned pages')),
    () => undefined,
  )
  async function* started(): AsyncGenerator<Started> {
    for await (const event of events) {
      if (event.type === 'parts') counted.total = event.total ?? 0
      if (event.type !== 'picture') yield { isPicture: false, read: Promise.resolve([event]) }
      else {
        counted.pictures += 1
        const isOneTooMany = counted.pictures > most.pictures
        if (isOneTooMany && event.blocks.length === 0)
          throw new DocumentFailure('TOO_LARGE', 'too many scanned pages')
        const picture = isOneTooMany ? { ...event, png: null } : event
        yield { isPicture: true, read: blocksOn(picture, reader, until) }
      }
    }
  }
  try {
    for await (const event of inOrder(started())) {
      if (event.type === 'block') counted.withText.add(event.block.place.page ?? 0)
      yield event
    }
  } finally {
    ending.abort()
  }
  if (counted.pictures > 0 && areTooFew(counted.withText.size, counted.total))
    throw new DocumentFailure('SCANNED')
}

type Started = { isPicture: boolean; read: Promise<ReadEvent[]> }

/** The page's own text stays, unless its picture contains it too; a picture that could not be drawn is unread. */
async function blocksOn(
  { page, png, contentType = 'image/png', blocks }: PictureOfPage,
  reader: PageReader,
  signal: AbortSignal,
): Promise<ReadEvent[]> {
  if (png === null && blocks.length === 0) return [{ type: 'unread', page }]
  const read = png === null ? [] : await reader.read(Buffer.from(png, 'base64'), signal, contentType)
  const said = read.map(({ text }) => withoutBlanks(text)).join('')
  const own = blocks.filter(({ text }) => !said.includes(withoutBlanks(text)))
  return [...own, ...read.map((block) => ({ ...block, place: { page } }))].map((block) => ({
    type: 'block',
    block,
  }))
}

const withoutBlanks = (text: string): string => text.replace(/\s+/g, '').toLowerCase()

/** Yields started reads in order; starts further ones while the oldest runs, within the limits. */
async function* inOrder(started: AsyncIterable<Started>): AsyncGenerator<ReadEvent> {
  const waiting: Started[] = []
  for await (const one of started) {
    // The consumer that awaits it gets its error.
    one.read.catch(() => undefined)
    waiting.push(one)
    while (isFull(waiting)) yield* (await waiting.shift()?.read) ?? []
  }
  for (const { read } of waiting) yield* await read
}

/** Without a pending picture there is nothing to wait for. */
const isFull = (waiting: readonly Started[]): boolean =>
  waiting.length > 0 &&
  (!waiting[0]?.isPicture ||
    waiting.length > most.waiting ||
    waiting.filter(({ isPicture }) => isPicture).length >= most.atOnce)
