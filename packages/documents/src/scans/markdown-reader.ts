import type { Block, PictureType } from '../block.ts'
import type { PageReader } from './read-pictures.ts'

/** Transcribes a picture of a page as Markdown; empty where it has no text. */
export type TranscribePage = (
  picture: Buffer,
  signal: AbortSignal,
  contentType: PictureType,
) => Promise<string>

/** Creates a page reader from a transcriber to Markdown. */
export const markdownReader = (transcribe: TranscribePage): PageReader => ({
  pixels: 1_600,
  read: async (...picture) => blocksOfMarkdown(await transcribe(...picture)),
})

type PlainBlock = Omit<Block, 'place'>

const heading = /^(#{1,6})\s+(.+?)\s*#*$/
/** The line between a table's header and its rows. */
const rule = /^\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?$/
const fence = /^(```|~~~)/
const maxBlockCharacters = 16_000

/** Parses headings, table rows and paragraphs; other Markdown stays as it is. */
export function blocksOfMarkdown(markdown: string): PlainBlock[] {
  const blocks: PlainBlock[] = []
  let lines: string[] = []
  let rows = 0
  const closeParagraph = () => {
    if (lines.length > 0) blocks.push({ kind: 'paragraph', text: lines.join('\n') })
    lines = []
  }
  for (const line of readable(markdown).split('\n')) {
    const text = line.trim()
    const isRow = text.startsWith('|') && text.length > 1
    if (!isRow) rows = 0
    if (text === '' || fence.test(text)) {
      closeParagraph()
      continue
    }
    const [, signs = '', title = ''] = heading.exec(text) ?? []
    if (title === '' && !isRow) {
      lines.push(text)
      continue
    }
    closeParagraph()
    if (title !== '') blocks.push({ kind: 'heading', level: signs.length, text: title })
    else if (!rule.test(text)) {
      rows += 1
      blocks.push({ kind: 'row', text: cellsOf(text), ...(rows === 1 && { isHeader: true }) })
    }
  }
  closeParagraph()
  return blocks
    .map((block) => ({ ...block, text: block.text.slice(0, maxBlockCharacters).toWellFormed() }))
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
}

const cellsOf = (row: string): string =>
  row
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) =>
      cell
        .replaceAll('\\|', '|')
        .replaceAll(/<br\s*\/?>/gi, ' ')
        .trim(),
    )
    .join(' | ')

/** Without unstorable or control characters. */
const readable = (text: string): string =>
  text.replace(/\r\n?|[\f\v\u2028\u2029]/g, '\n').replace(/[\0-\x08\x0E-\x1F\x7F-\x9F\uFFFE\uFFFF]/g, ' ')
