import { setTimeout } from 'node:timers/promises'
import type { Block, PictureOfPage, ReadEvent, ReaderEvent } from './block.ts'
import { DocumentFailure } from './document-failure.ts'
import { areTooFew } from './pages-with-text.ts'

/** What reads a picture of a page, as PNG; nothing where it shows no text. */
export type PageReader = {
  /** The longer side of the pictures that it wants. */
  pixels: number
  read(png: Buffer, signal: AbortSignal): Promise<Omit<Block, 'place'>[]>
}

/** So many pictures of a document are read, of these so many at once; what comes behind the oldest waits, up to so many events. */
const most = { pictures: 500, atOnce: 2, waiting: 500 }
/** Reading pictures takes seconds a page. */
const mostMs = 2 * 60 * 60_000

/**
 * The same events with the text of pictures in their place, page by page. Fails as SCANNED when (almost) no page has text and there
 * were pictures, as TOO_LARGE when these are too many, and as TOO_SLOW; with what the reader throws, too.
 */
export async function* readPictures(
  events: AsyncIterable<ReaderEvent>,
  reader: PageReader,
  signal: AbortSignal,
): AsyncGenerator<ReadEvent> {
  const counted = { total: 0, pictures: 0, withText: new Set<number>() }
  const ending = new AbortController()
  const until = AbortSignal.any([signal, ending.signal])
  void setTimeout(mostMs, undefined, { signal: ending.signal, ref: false }).then(
    () => ending.abort(new DocumentFailure('TOO_SLOW', 'scanned pages')),
    () => undefined,
  )
  async function* begun(): AsyncGenerator<Begun> {
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
    for await (const event of inOrder(begun())) {
      if (event.type === 'block') counted.withText.add(event.block.place.page ?? 0)
      yield event
    }
  } finally {
    ending.abort()
  }
  if (counted.pictures > 0 && areTooFew(counted.withText.size, counted.total))
    throw new DocumentFailure('SCANNED')
}

type Begun = { isPicture: boolean; read: Promise<ReadEvent[]> }

/** What the page says itself stays, unless its picture says it too; a picture that could not be drawn is unread. */
async function blocksOn(
  { page, png, blocks }: PictureOfPage,
  reader: PageReader,
  signal: AbortSignal,
): Promise<ReadEvent[]> {
  if (png === null && blocks.length === 0) return [{ type: 'unread', page }]
  const read = png === null ? [] : await reader.read(Buffer.from(png, 'base64'), signal)
  const said = read.map(({ text }) => withoutBlanks(text)).join('')
  const own = blocks.filter(({ text }) => !said.includes(withoutBlanks(text)))
  return [...own, ...read.map((block) => ({ ...block, place: { page } }))].map((block) => ({
    type: 'block',
    block,
  }))
}

const withoutBlanks = (text: string): string => text.replace(/\s+/g, '').toLowerCase()

/** What was begun, in its order; goes on to the next while the oldest is under way, as far as `most` says. */
async function* inOrder(begun: AsyncIterable<Begun>): AsyncGenerator<ReadEvent> {
  const waiting: Begun[] = []
  for await (const one of begun) {
    // Whoever waits for it hears of its fault.
    one.read.catch(() => undefined)
    waiting.push(one)
    while (isFull(waiting)) yield* (await waiting.shift()?.read) ?? []
  }
  for (const { read } of waiting) yield* await read
}

/** Without a picture in front there is nothing to wait for. */
const isFull = (waiting: readonly Begun[]): boolean =>
  waiting.length > 0 &&
  (!waiting[0]?.isPicture ||
    waiting.length > most.waiting ||
    waiting.filter(({ isPicture }) => isPicture).length >= most.atOnce)
