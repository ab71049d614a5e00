import type { ReadEvent } from '../block.ts'
import { DocumentFailure } from '../document-failure.ts'
import { type Archive, openArchive } from './archive.ts'
import { createFlow, type Flow } from './flow.ts'
import { type Attributes, lookThrough, readXml, type XmlHandlers } from './xml.ts'

/**
 * Reads an OpenDocument text (1.3, part 3, 5): headings by level, lists, tables row by row, notes after their paragraphs, page
 * headers and footers at the end. Leaves out tracked deletions.
 */
export async function* readOdt(bytes: Buffer): AsyncGenerator<ReadEvent> {
  const archive = await openArchive(bytes)
  if (await isEncrypted(archive)) throw new DocumentFailure('PROTECTED')
  yield* readXml<ReadEvent>(archive.read('content.xml'), (make) => textHandlers(createFlow(make)))
  if (archive.has('styles.xml'))
    yield* readXml<ReadEvent>(archive.read('styles.xml'), (make) =>
      onlyIn('master-styles', textHandlers(createFlow(make))),
    )
}

/** Password-protected parts are encrypted one by one, as the manifest says (part 2, 3.8). */
async function isEncrypted(archive: Archive): Promise<boolean> {
  let isFound = false
  if (!archive.has('META-INF/manifest.xml')) return false
  await lookThrough(archive.read('META-INF/manifest.xml'), {
    open: (name) => void (isFound ||= name === 'encryption-data'),
  })
  return isFound
}

const leftOut = new Set([
  'tracked-changes',
  'note-citation',
  'ruby-text',
  'title',
  'desc',
  'binary-data',
  'script',
  'forms',
])
/** Author and date of a comment are not part of the text; `text:date` is. */
const isLeftOut = (name: string, prefix: string): boolean => leftOut.has(name) || prefix === 'dc'

const most = { blanks: 200, level: 9 }

function textHandlers(flow: Flow): XmlHandlers {
  let leftOutDepth = 0
  let lists = 0
  return {
    open(name, attributes, prefix) {
      if (isLeftOut(name, prefix)) leftOutDepth += 1
      if (leftOutDepth > 0) return
      open(flow, name, attributes)
      if (name === 'list') lists += 1
      if (name === 'p' && lists > 0) flow.describe({ isListed: true })
    },
    text(text) {
      if (leftOutDepth === 0) flow.say(text.replace(/\s+/g, ' '))
    },
    close(name, prefix) {
      if (isLeftOut(name, prefix)) leftOutDepth -= 1
      else if (leftOutDepth === 0) {
        if (name === 'list') lists -= 1
        close(flow, name)
      }
    },
  }
}

function open(flow: Flow, name: string, attributes: Attributes): void {
  if (name === 'p') flow.openParagraph()
  else if (name === 'h')
    flow.openParagraph(Math.min(Math.max(1, Number(attributes['outline-level'] ?? 1) || 1), most.level))
  else if (name === 's') flow.say(' '.repeat(Math.min(Number(attributes['c'] ?? 1) || 1, most.blanks)))
  else if (name === 'tab') flow.say('\t')
  else if (name === 'line-break') flow.say('\n')
  else if (name === 'table') flow.openTable()
  else if (name === 'note-body' || name === 'annotation') flow.openNote()
}

function close(flow: Flow, name: string): void {
  if (name === 'p' || name === 'h') flow.closeParagraph()
  else if (name === 'table-cell' || name === 'covered-table-cell') flow.closeCell()
  else if (name === 'table-row') flow.closeRow()
  else if (name === 'table') flow.closeTable()
  else if (name === 'note-body' || name === 'annotation') flow.closeNote()
}

/** The same handlers, active only within an element. */
function onlyIn(element: string, handlers: XmlHandlers): XmlHandlers {
  let isIn = false
  return {
    open(name, attributes, prefix) {
      if (isIn) handlers.open?.(name, attributes, prefix)
      else isIn = name === element
    },
    text: (text) => (isIn ? handlers.text?.(text) : undefined),
    close(name, prefix) {
      if (name === element) isIn = false
      if (isIn) handlers.close?.(name, prefix)
    },
  }
}
