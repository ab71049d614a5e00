import type { Flow } from '../flow.ts'
import type { Attributes, XmlHandlers } from '../xml.ts'

/** The position of an embedded part. */
export type Inserted = { type: 'inserted'; relation: string }

type Context = {
  /** Heading levels by style. */
  levels: Map<string, number>
  /** Texts by `footnotes 3`. */
  notes: Map<string, string>
  insert(inserted: Inserted): void
}

/** Left out with their content: deleted or moved text, earlier versions, and alternative pictures. */
export const leftOut = new Set([
  'del',
  'moveFrom',
  'pPrChange',
  'rPrChange',
  'tblPrChange',
  'Fallback',
  'rubyPr',
  'rt',
])
const noteKinds: Record<string, string> = {
  footnoteReference: 'footnotes',
  endnoteReference: 'endnotes',
  commentReference: 'comments',
}
export const signs: Record<string, string> = { tab: '\t', br: '\n', cr: '\n', noBreakHyphen: '-', ptab: '\t' }

/** Converts the text of WordprocessingML (ECMA-376-1, 17.3) to a flow. */
export function textHandlers(flow: Flow, { levels, notes, insert }: Context): XmlHandlers {
  let leftOutDepth = 0
  let runs = 0
  let isText = false

  function describe(name: string, { val }: Attributes): void {
    if (name === 'pStyle') {
      const level = levels.get(val ?? '')
      if (level !== undefined) flow.describe({ level })
    } else if (name === 'outlineLvl' && Number(val) < 9) flow.describe({ level: Number(val) + 1 })
    else if (name === 'numPr') flow.describe({ isListed: true })
  }
  return {
    open(name, attributes) {
      if (leftOut.has(name)) leftOutDepth += 1
      if (leftOutDepth > 0) return
      if (name === 'p') flow.openParagraph()
      else if (name === 'r') runs += 1
      else if (name === 't') isText = true
      else if (name === 'tbl') flow.openTable()
      else if (name === 'altChunk') insert({ type: 'inserted', relation: attributes['relation'] ?? '' })
      else if (runs > 0 && name in signs) flow.say(signs[name] ?? '')
      else if (name in noteKinds) {
        const text = notes.get(`${noteKinds[name]} ${attributes['id']}`)
        if (text !== undefined) flow.note(text)
      } else describe(name, attributes)
    },
    text(text) {
      if (isText && leftOutDepth === 0) flow.say(text)
    },
    close(name) {
      if (leftOut.has(name)) {
        leftOutDepth -= 1
        return
      }
      if (leftOutDepth > 0) return
      if (name === 'p') flow.closeParagraph()
      else if (name === 'r') runs -= 1
      else if (name === 't') isText = false
      else if (name === 'tc') flow.closeCell()
      else if (name === 'tr') flow.closeRow()
      else if (name === 'tbl') flow.closeTable()
    },
  }
}
