import { limits, type Person, type UserId } from '@atrium/contract'

/** The state of a search: idle, loading, failed, or results with the total number of matches. */
export type SearchState =
  | { status: 'pending' }
  | { status: 'error' }
  | { status: 'success'; people: readonly Person[]; count: number }

export type SearchPhrase =
  | 'search.tooShort'
  | 'search.searching'
  | 'search.failed'
  | 'search.notFound'
  | 'search.allAdded'
  | 'search.more'

/** The people to offer, and the status message. */
export type SearchView = { people: Person[]; phrase: SearchPhrase | null }

/** Whether a text is long enough to be searched for. */
export const isSearchable = (text: string) => [...text.trim()].length >= limits.memberSearchMinimumCharacters

/** The search results (ROOM-06), without people already chosen. */
export function viewOfSearch(text: string, state: SearchState, chosen: ReadonlySet<UserId>): SearchView {
  const say = (phrase: SearchPhrase | null): SearchView => ({ people: [], phrase })
  if (text.trim() === '') return say(null)
  if (!isSearchable(text)) return say('search.tooShort')
  if (state.status === 'pending') return say('search.searching')
  if (state.status === 'error') return say('search.failed')
  if (state.count === 0) return say('search.notFound')
  const people = state.people.filter(({ id }) => !chosen.has(id))
  const isCut = state.people.length === limits.memberSearchFinds
  if (people.length === 0 && !isCut) return say('search.allAdded')
  return { people, phrase: isCut ? 'search.more' : null }
}
