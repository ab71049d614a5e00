import { Room } from '@atrium/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { aRoom } from '../entities/rooms/room.fixture.ts'
import { plainValue } from './plain-value.fixture.ts'

test('a plain value has every field of its type', () => {
  const type = z.strictObject({
    text: z.string(),
    count: z.int(),
    isOn: z.boolean(),
    choice: z.enum(['first', 'second']),
    list: z.array(z.string()),
    none: z.string().nullable(),
    inner: z.strictObject({ maybe: z.string().optional() }),
  })
  const plain = plainValue(type)
  expect(plain).toEqual({ text: '', count: 0, isOn: false, choice: 'first', list: [], none: null, inner: {} })
  expect(type.parse(plain)).toEqual(plain)
})

test('a room that a fixture makes from it is one that the server could send', () => {
  expect(Room.parse(aRoom())).toMatchObject({ name: 'Law', access_type: 'PRIVATE', members: [] })
})

test('a type that it does not know yet is an error', () => {
  expect(() => plainValue(z.date())).toThrow(/"date"/)
})
