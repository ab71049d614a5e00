import { limits, type Person, type UserId } from '@atrium/contract'

/** What a search has come to: nothing asked, on its way, failed, or an answer with how many match in all. */
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

/** Whom to offer, and what to say about it. */
export type SearchView = { people: Person[]; phrase: SearchPhrase | null }

/** Whether a text is long enough to be searched for. */
export const isSearchable = (text: string) => [...text.trim()].length >= limits.memberSearchMinimumCharacters

/** What the search shows (ROOM-06); who is chosen already is left out. */
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
