import { createContext, type ReactNode } from 'react'

/** Shared by the components of one text. */
export type ConversationState = {
  /** Prefix of all ids of this text, so that two texts on a page can't collide. */
  prefix: string
  /** Identifiers of footnotes in the order of their numbers. */
  footnotes: string[]
  /** Renders a citation of these sources; null when there are none, and the text stays as written. */
  renderCitation?: ((numbers: readonly number[]) => ReactNode) | undefined
  /** Unsupported sentences, as written. */
  unsupported: readonly string[]
  /** The level of the page's heading above the text; 0 for none. */
  headingsBelow: number
  /** Shows everything, without a 'show more'. */
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
