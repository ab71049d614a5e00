import type { OpenedPassage, Source } from '@atrium/contract'
import type { FoundPlace } from './use-finder.ts'

/** The input of a text view: passages in order, the cited ones, and functions to load more. */
export type Reading = {
  passages: readonly OpenedPassage[]
  source: Source | null
  /** The text of the answer that cites that source. */
  claims: readonly string[]
  /** The search text and its current match. */
  found: FoundPlace | null
  /** Fetched from the web: the text begins with the title of the page. */
  isPage: boolean
  /** Null when there is nothing further in that direction. */
  before: (() => void) | null
  after: (() => void) | null
  isLoading: boolean
}

export const isCited = (source: Source | null, position: number): boolean =>
  source !== null && position >= source.first && position <= source.last
