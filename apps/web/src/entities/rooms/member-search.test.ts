import { limits, type Person, type UserId } from '@atrium/contract'
import { expect, test } from 'vitest'
import { type SearchState, viewOfSearch } from './member-search.ts'

const person = (number: number): Person => ({
  id: `user_${number}` as UserId,
  name: `Grace Hopper ${number}`,
  firstName: 'Grace',
  lastName: `Hopper ${number}`,
  email: `grace${number}@example.com`,
  userName: `grace${number}@example.com`,
  profilePicture: null,
})
const found = (people: Person[], count = people.length): SearchState => ({
  status: 'success',
  people,
  count,
})
const nobody = new Set<UserId>()
const [ada, grace] = [person(1), person(2)]
const full = Array.from({ length: limits.memberSearchFinds }, (_, number) => person(number))

test.each([
  ['nothing written', '', { status: 'pending' }, nobody, null, 0],
  ['two characters', 'gr', found([ada]), nobody, 'search.tooShort', 0],
  ['two characters and blanks', ' gr ', found([ada]), nobody, 'search.tooShort', 0],
  ['two characters of four units', '👩👩', found([ada]), nobody, 'search.tooShort', 0],
  ['on its way', 'gra', { status: 'pending' }, nobody, 'search.searching', 0],
  ['failed', 'gra', { status: 'error' }, nobody, 'search.failed', 0],
  ['nobody of that name in the account', 'gra', found([]), nobody, 'search.notFound', 0],
  ['all of them in the room', 'gra', found([], 2), nobody, 'search.allAdded', 0],
  ['all of them chosen', 'gra', found([ada]), new Set([ada.id]), 'search.allAdded', 0],
  ['one of two chosen', 'gra', found([ada, grace]), new Set([ada.id]), null, 1],
  ['some', 'gra', found([ada, grace]), nobody, null, 2],
  ['more than are listed', 'gra', found(full, 30), nobody, 'search.more', full.length],
] as const)('ROOM-06 %s', (_title, text, state, chosen, phrase, offered) => {
  const view = viewOfSearch(text, state as SearchState, chosen)
  expect(view.phrase).toBe(phrase)
  expect(view.people).toHaveLength(offered)
})
