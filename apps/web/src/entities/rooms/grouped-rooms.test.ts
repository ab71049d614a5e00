import type { RoomAccess } from '@atrium/contract'
import { expect, test } from 'vitest'
import { groupedRooms } from './grouped-rooms.ts'

/** Rooms by name: those of a capital letter are public. */
const roomsNamed = (names: string) =>
  [...names].map((name) => ({
    name,
    access_type: (name === name.toUpperCase() ? 'PUBLIC' : 'PRIVATE') as RoomAccess,
  }))

test.each([
  ['', []],
  ['ba', ['PRIVATE ba']],
  ['BA', ['PUBLIC BA']],
  ['BcAd', ['PRIVATE cd', 'PUBLIC BA']],
  ['dABc', ['PRIVATE dc', 'PUBLIC AB']],
])('NAV-09 rooms %j are grouped as %j, each group in the given order', (names, groups) => {
  expect(
    groupedRooms(roomsNamed(names)).map(
      ({ access, rooms }) => `${access} ${rooms.map(({ name }) => name).join('')}`,
    ),
  ).toEqual(groups)
})
