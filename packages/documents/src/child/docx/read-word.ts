import type { WordEvent } from '../../block.ts'
import { DocumentFailure } from '../../document-failure.ts'
import type { WordBlock, WordParagraph } from '../../word-block.ts'
import type { Archive } from '../archive.ts'
import { openPackage } from '../open-package.ts'
import { linksOf, mainPart, type Relation, relationsOf } from '../relations.ts'
import { readXml } from '../xml.ts'
import { partsOf, readInserted } from './read-docx.ts'
import { readNotes } from './read-notes.ts'
import { wordHandlers } from './word-handlers.ts'
import { wordNumbering } from './word-numbering.ts'
import { wordStyles } from './word-styles.ts'

/** Of all text, with a share for each paragraph and run: a table is one event, and events have a maximum size. */
const maxSize = 4 * 1024 * 1024
const shareOfPart = 50

/**
 * Reads a Word document (ECMA-376-1, 17) with its formatting: headings, lists, tables, quotes, code, emphasis and links; notes by their
 * numbers, with their texts at the end. Leaves out tracked deletions, comments, pictures, page headers and footers, and the table of
 * contents.
 */
export async function* readWord(bytes: Buffer): AsyncGenerator<WordEvent> {
  const archive = await openPackage(bytes)
  const main = await mainPart(archive, 'word/document.xml')
  const relations = await relationsOf(archive, main)
  const partOf = (kind: string) => partsOf(archive, relations, kind)[0]
  const texts = new Map<string, string>()
  for (const kind of ['footnotes', 'endnotes'] as const)
    for (const part of partsOf(archive, relations, kind)) await readNotes(archive, part, kind, texts)
  const notes: string[] = []
  const context = {
    styles: await wordStyles(archive, partOf('styles')),
    numbering: await wordNumbering(archive, partOf('numbering')),
    links: await linksOf(archive, main),
    noteMark(kind: string, id: string | undefined) {
      const text = texts.get(`${kind} ${id}`)
      return text === undefined ? undefined : `[${notes.push(text)}]`
    },
  }
  let size = 0
  const made = readXml<WordBlock | { inserted: string }>(archive.read(main), (make) =>
    wordHandlers(make, { ...context, insert: (inserted) => make({ inserted }) }),
  )
  for await (const one of made) {
    const blocks = 'inserted' in one ? await insertedBlocks(archive, relations.get(one.inserted)) : [one]
    for (const block of blocks) {
      size += sizeOf(block)
      if (size > maxSize) throw new DocumentFailure('TOO_LARGE', 'too much text')
      if (!isBlank(block)) yield { type: 'word', block }
    }
  }
  for (const [index, text] of notes.entries())
    yield { type: 'word', block: textBlock(`[${index + 1}] ${text}`) }
}

async function insertedBlocks(archive: Archive, relation: Relation | undefined): Promise<WordBlock[]> {
  const blocks: WordBlock[] = []
  for await (const event of readInserted(archive, relation))
    if (event.type === 'block') {
      const { kind, level, text } = event.block
      blocks.push({
        ...textBlock(text),
        ...(kind === 'heading' && level !== undefined && { role: 'heading', level }),
      })
    }
  return blocks
}

const textBlock = (text: string): WordParagraph => ({
  kind: 'paragraph',
  role: 'text',
  indent: 0,
  runs: [{ text }],
})

/** An item without text is one, and code may have empty lines. */
const isBlank = (block: WordBlock): boolean =>
  block.kind === 'paragraph' &&
  block.item === undefined &&
  block.role !== 'rule' &&
  block.role !== 'code' &&
  block.runs.every(({ text }) => text.trim() === '')

const sizeOf = (block: WordBlock): number =>
  block.kind === 'table'
    ? block.rows.flat().reduce((size, cell) => size + shareOfPart + sizeOfAll(cell), 0)
    : sizeOfAll([block])

const sizeOfAll = (paragraphs: readonly WordParagraph[]): number =>
  paragraphs.reduce(
    (size, { runs }) =>
      size +
      shareOfPart +
      runs.reduce((ofRuns, { text, url = '' }) => ofRuns + shareOfPart + text.length + url.length, 0),
    0,
  )
