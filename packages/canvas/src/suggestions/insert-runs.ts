import { XmlElement, type XmlFragment, XmlText } from 'yjs'
import { formulaNode } from '../formulas/formula-node.ts'
import { blockAttribute, insertionMark, type SuggestedText, writeBlock } from './attributes.ts'
import type { Run } from './diff-words.ts'
import type { PlacedRun } from './passage.ts'

export type TextPlace = { node: XmlText; at: number }
/** A place within a text, or beside a formula. */
type Place = TextPlace | { node: XmlElement; side: 'before' | 'after' }

type Suggested = Pick<SuggestedText, 'id' | 'model' | 'part'>

/** The place of an offset in the text of runs: at the end of the run before it. Null without runs. */
export function placeAt(runs: readonly PlacedRun[], offset: number): Place | null {
  let passed = 0
  for (const run of runs) {
    if (offset <= passed + run.text.length) {
      if (run.node instanceof XmlText) return { node: run.node, at: run.at + offset - passed }
      return { node: run.node, side: offset === passed ? 'before' : 'after' }
    }
    passed += run.text.length
  }
  return null
}

/**
 * Inserts runs as suggested. Within a text, a formula is written as text, and becomes a formula when it is accepted: an element there
 * would divide the text, and what others type into its second half at the same time would be lost.
 */
export function insertRuns(place: Place, runs: readonly Run[], suggested: Suggested): void {
  let at = place
  for (const run of runs) {
    const element = run.formula && elementAt(at, run, suggested)
    at = element ? { node: element, side: 'after' } : textAt(at, run, suggested)
  }
}

/** Inserts a formula as an element, unless that would divide a text. */
function elementAt(place: Place, { text, formula }: Run, suggested: Suggested): XmlElement | null {
  const { node } = place
  if ('at' in place && place.at > 0 && place.at < place.node.length) return null
  const isAfter = 'at' in place ? place.at > 0 || place.node.length === 0 : place.side === 'after'
  // Attributes of the editor are not only strings, as those of XML.
  const element = new XmlElement<{ [name: string]: string | boolean }>(formulaNode)
  element.setAttribute('source', formula?.source ?? '')
  element.setAttribute('isDisplay', formula?.isDisplay === true)
  element.setAttribute(blockAttribute, writeBlock({ ...suggested, kind: 'insert', was: text }))
  const inserted = element as XmlElement
  const parent = node.parent as XmlElement | XmlFragment
  parent.insert(parent.toArray().indexOf(node) + (isAfter ? 1 : 0), [inserted])
  return inserted
}

function textAt(place: Place, { text: written, marks }: Run, suggested: Suggested): TextPlace {
  const { node, at } = 'at' in place ? place : textBeside(place.node, place.side)
  // Two lines of a formula's source are one line of text.
  const text = written.replaceAll('\n', ' ')
  node.insert(at, text, { ...marks, [insertionMark]: { ...suggested, was: '' } })
  return { node, at: at + text.length }
}

/** The text beside a formula, which is created when there is none. */
function textBeside(element: XmlElement, side: 'before' | 'after'): TextPlace {
  const parent = element.parent as XmlElement | XmlFragment
  const siblings = parent.toArray()
  const index = siblings.indexOf(element) + (side === 'after' ? 1 : 0)
  const beside = siblings[side === 'after' ? index : index - 1]
  if (beside instanceof XmlText) return { node: beside, at: side === 'after' ? 0 : beside.length }
  const made = new XmlText()
  parent.insert(index, [made])
  return { node: made, at: 0 }
}
