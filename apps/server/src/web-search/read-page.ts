import { Readable } from 'node:stream'
import { storable } from '@atrium/contract'
import { readDocument } from '@atrium/documents'
import { acceptedTypes, type FetchAddress, readWebDocument } from '../knowledge/index.ts'

/** A page's text, cleaned; `title` is empty when it has none. */
export type WebPage = { title: string; text: string }

/** Maximum length of the text that is read of a page, in UTF-16 units. */
const maxCharacters = 200_000

/** Invisible characters that hide text from people: zero-width, directional overrides, tags. */
const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu

/**
 * Fetches a page and reads its text with the readers of knowledge sources. Throws `FetchFailure` and `DocumentFailure`, and the
 * signal's reason.
 */
export async function readPage(
  fetchAddress: FetchAddress,
  url: string,
  signal: AbortSignal,
): Promise<WebPage | null> {
  const fetched = await fetchAddress(url, { accept: acceptedTypes, signal })
  if (fetched.type !== 'content') return null
  const { title, ending, bytes } = await readWebDocument(fetched)
  signal.throwIfAborted()
  const text =
    ending === 'txt' ? bytes.toString('utf8', 0, maxCharacters * 3) : await textOf(bytes, ending, signal)
  return { title: cleaned(title).slice(0, 200), text: cleaned(text.slice(0, maxCharacters)) }
}

async function textOf(
  bytes: Buffer,
  ending: Parameters<typeof readDocument>[1],
  signal: AbortSignal,
): Promise<string> {
  let text = ''
  const file = { open: () => Readable.from([bytes]), sizeBytes: bytes.length }
  // Scanned pages would take longer than an answer waits.
  for await (const event of readDocument(file, ending, { signal, tesseract: null })) {
    if (event.type === 'block') text += `${event.block.text}\n\n`
    if (text.length > maxCharacters) break
  }
  return text
}

const cleaned = (text: string): string =>
  storable(text)
    .replaceAll(invisible, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
