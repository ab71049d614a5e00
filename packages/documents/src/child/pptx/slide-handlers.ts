import type { Block } from '../../block.ts'
import { rowText } from '../row-text.ts'
import type { XmlHandlers } from '../xml.ts'

/** Shapes that repeat on every slide. */
const placeholdersLeftOut = new Set(['sldNum', 'dt', 'hdr', 'sldImg'])
const titles = new Set(['title', 'ctrTitle'])

/** Handles the text of a slide, its notes, comments, diagrams and charts (DrawingML, ECMA-376-1, 21.1). */
export function slideHandlers(make: (block: Omit<Block, 'place'>) => void): XmlHandlers {
  let placeholder = ''
  let text = ''
  let isText = false
  let fallbacks = 0
  let rows = 0
  let cell: string[] | undefined
  let cells: string[] = []

  function endParagraph(): void {
    const said = text.trim()
    text = ''
    if (said === '' || placeholdersLeftOut.has(placeholder)) return
    if (cell) cell.push(said)
    else if (titles.has(placeholder)) make({ kind: 'heading', level: 1, text: said.replace(/\s+/g, ' ') })
    else make({ kind: 'paragraph', text: said })
  }
  function endRow(): void {
    const said = rowText(cells)
    cells = []
    if (said === '') return
    rows += 1
    make({ kind: 'row', text: said, ...(rows === 1 && { isHeader: true }) })
  }
  return {
    open(name, { type }) {
      if (name === 'Fallback') fallbacks += 1
      if (fallbacks > 0) return
      if (name === 'sp') placeholder = ''
      else if (name === 'ph') placeholder = type ?? ''
      // `v` is a value of a chart, `text` that of a comment.
      else if (name === 't' || name === 'v' || name === 'text') isText = true
      else if (name === 'br') text += '\n'
      else if (name === 'tab') text += '\t'
      else if (name === 'tbl') rows = 0
      else if (name === 'tc') cell = []
    },
    text(more) {
      if (isText && fallbacks === 0) text += more
    },
    close(name) {
      if (name === 'Fallback') fallbacks -= 1
      if (fallbacks > 0) return
      if (name === 't' || name === 'v' || name === 'text') isText = false
      if (name === 'p' || name === 'v' || name === 'text') endParagraph()
      else if (name === 'tc') {
        cells.push((cell ?? []).join('\n'))
        cell = undefined
      } else if (name === 'tr') endRow()
      else if (name === 'sp') placeholder = ''
    },
  }
}
