import { contentTypeOf, contextFileEndings, type ReadableEnding, readableEndingOf } from '@atrium/contract'
import { Readable } from 'node:stream'
import { isDocument } from '../../../files/index.ts'
import { decodePage } from './decode-page.ts'
import { FetchFailure } from './fetch-failure.ts'
import { readPageText } from './page-text.ts'

/** The content of an address, as a document of a base. `title` is empty when it has none. */
export type WebDocument = { title: string; ending: ReadableEnding; bytes: Buffer }

/** The value of the header Accept. */
export const acceptedTypes =
  'text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.8,*/*;q=0.5'

const pages = ['text/html', 'application/xhtml+xml']
const texts = ['text/plain', 'text/markdown', 'text/x-markdown']
/** Servers without better knowledge send these for any file; the extension decides then. */
const anything = ['', 'application/octet-stream', 'binary/octet-stream', 'application/x-download']

/**
 * Converts a reply to a document: a page's text with its title first; a text in UTF-8; any other supported document unchanged.
 * NOT_SUPPORTED for anything else, or wrong types, and EMPTY for a page without readable text.
 */
export async function readWebDocument(content: {
  bytes: Buffer
  contentType: string
  url: string
}): Promise<WebDocument> {
  const { bytes, contentType, url } = content
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (bytes.length === 0) throw new FetchFailure('EMPTY')
  if (pages.includes(type)) return await pageOf(decodePage(bytes, contentType))
  const name = decodeURIComponentOrNot(new URL(url).pathname.split('/').at(-1) ?? '')
  const ending = endingOf(type, name)
  if (ending === null) throw new FetchFailure('NOT_SUPPORTED')
  const isText = ending === 'txt'
  const kept = isText ? Buffer.from(decodePage(bytes, contentType)) : bytes
  if (!(await isDocument(inMemory(kept), ending))) throw new FetchFailure('NOT_SUPPORTED')
  return { title: name.replace(/\.[a-z0-9]{1,5}$/i, ''), ending, bytes: kept }
}

function endingOf(type: string, name: string): ReadableEnding | null {
  if (texts.includes(type)) return 'txt'
  if (anything.includes(type)) return readableEndingOf(name)
  return contextFileEndings.find((ending) => contentTypeOf(`a.${ending}`) === type) ?? null
}

async function pageOf(html: string): Promise<WebDocument> {
  const { title, text } = await readPageText(html)
  if (text === '') throw new FetchFailure('EMPTY')
  const whole = title === '' || text.startsWith(`# ${title}\n`) ? text : `${title}\n\n${text}`
  return { title, ending: 'txt', bytes: Buffer.from(`${whole.replaceAll('\0', '')}\n`) }
}

const inMemory = (bytes: Buffer) => ({
  contentType: 'application/octet-stream',
  sizeBytes: bytes.length,
  read: ({ start, end } = { start: 0, end: bytes.length - 1 }) =>
    Readable.from([bytes.subarray(start, end + 1)]),
})

function decodeURIComponentOrNot(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
