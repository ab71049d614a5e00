import { createContext, type ReactNode } from 'react'

/** What the parts of one text share. */
export type ConversationState = {
  /** Begins every id of this text, so that two texts on a page never meet. */
  prefix: string
  /** Identifiers of footnotes in the order of their numbers. */
  footnotes: string[]
  /** Draws a mark that names these sources; null when it names none, and stays as it was written. */
  renderCitation?: ((numbers: readonly number[]) => ReactNode) | undefined
  /** Sentences, as they are written, that stand in no source. */
  unsupported: readonly string[]
  /** The level of the page's heading under which the text stands; 0 for none. */
  headingsBelow: number
  /** Nothing waits for the reader to ask for more. */
  whole: boolean
}

export const ConversationContext = createContext<ConversationState>({
  prefix: 'note',
  footnotes: [],
  unsupported: [],
  headingsBelow: 0,
  whole: false,
})

/** The block around is still being written. */
export const OpenBlockContext = createContext(false)
