import { expect, test } from 'vitest'
import { groupedRooms } from './grouped-rooms.ts'
import { aRoom } from './room.fixture.ts'

/** Rooms by name: those of a capital letter are public. */
const roomsNamed = (names: string) =>
  [...names].map((name) => aRoom({ name, access_type: name === name.toUpperCase() ? 'PUBLIC' : 'PRIVATE' }))

test.each([
  ['', []],
  ['ba', ['shell:rooms.private ba']],
  ['BA', ['shell:rooms.public BA']],
  ['BcAd', ['shell:rooms.private cd', 'shell:rooms.public BA']],
  ['dABc', ['shell:rooms.private dc', 'shell:rooms.public AB']],
])('NAV-09 rooms %j are grouped as %j, each group in the given order', (names, groups) => {
  expect(
    groupedRooms(roomsNamed(names)).map(
      ({ title, rooms }) => `${title} ${rooms.map(({ name }) => name).join('')}`,
    ),
  ).toEqual(groups)
})
