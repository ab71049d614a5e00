import type { OpenedPassage, Source } from '@atrium/contract'
import type { FoundPlace } from './use-finder.ts'

/** What a view of a file's text is given: passages in their order, the cited ones, and how to have more. */
export type Reading = {
  passages: readonly OpenedPassage[]
  source: Source | null
  /** What the answer says by that source. */
  claims: readonly string[]
  /** What was looked for, where it was found last. */
  found: FoundPlace | null
  /** Fetched from the web: it begins with the title of the page. */
  isPage: boolean
  /** Null when there is nothing further in that direction. */
  before: (() => void) | null
  after: (() => void) | null
  isLoading: boolean
}

export const isCited = (source: Source | null, position: number): boolean =>
  source !== null && position >= source.first && position <= source.last
