import type { ReadEvent } from '../../block.ts'
import type { Archive } from '../archive.ts'
import { createFlow } from '../flow.ts'
import { readHtml } from '../read-html.ts'
import { openPackage } from '../open-package.ts'
import { mainPart, type Relation, relationsOf } from '../relations.ts'
import { readXml } from '../xml.ts'
import { headingStyles } from './heading-styles.ts'
import { readNotes } from './read-notes.ts'
import { type Inserted, textHandlers } from './text-handlers.ts'

/**
 * Reads a Word document (ECMA-376-1, 17): headings by style, lists, tables row by row, notes and comments after their paragraph,
 * page headers and footers at the end. Leaves out tracked deletions.
 */
export async function* readDocx(bytes: Buffer): AsyncGenerator<ReadEvent> {
  const archive = await openPackage(bytes)
  const main = await mainPart(archive, 'word/document.xml')
  const relations = await relationsOf(archive, main)
  const levels = await headingStyles(archive, partsOf(archive, relations, 'styles')[0])
  const notes = new Map<string, string>()
  for (const kind of ['footnotes', 'endnotes', 'comments'] as const)
    for (const part of partsOf(archive, relations, kind)) await readNotes(archive, part, kind, notes)

  for await (const event of readPart(archive, main, levels, notes))
    if (event.type === 'inserted') yield* readInserted(archive, relations.get(event.relation))
    else yield event

  yield* readOnce(archive, partsOf(archive, relations, 'header', 'footer'), levels)
}

export const partsOf = (archive: Archive, relations: Map<string, Relation>, ...kinds: string[]): string[] =>
  [...relations.values()]
    .filter(({ kind, target }) => kinds.includes(kind) && archive.has(target))
    .map(({ target }) => target)

const readPart = (
  archive: Archive,
  part: string,
  levels: Map<string, number>,
  notes: Map<string, string>,
): AsyncGenerator<ReadEvent | Inserted> =>
  readXml<ReadEvent | Inserted>(archive.read(part), (make) =>
    textHandlers(createFlow(make), { levels, notes, insert: make }),
  )

/** Each section has its own page headers, which are mostly the same. */
async function* readOnce(
  archive: Archive,
  parts: readonly string[],
  levels: Map<string, number>,
): AsyncGenerator<ReadEvent> {
  const said = new Set<string>()
  for (const part of parts)
    for await (const event of readPart(archive, part, levels, new Map())) {
      if (event.type !== 'block' || said.has(event.block.text)) continue
      said.add(event.block.text)
      yield event
    }
}

/** An embedded part of another format (17.17.2.1); a web page is read, others are rare. */
export async function* readInserted(
  archive: Archive,
  relation: Relation | undefined,
): AsyncGenerator<ReadEvent> {
  if (relation && archive.has(relation.target) && /\.(x?html?|txt)$/i.test(relation.target))
    yield* readHtml(archive.read(relation.target))
}
