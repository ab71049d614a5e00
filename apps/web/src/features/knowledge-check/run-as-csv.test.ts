import { mintId } from '@atrium/contract'
import { expect, test } from 'vitest'
import { placeOf, xOf } from './rank-scale.ts'
import { runAsCsv } from './run-as-csv.ts'

const words = ((key: string) => key) as unknown as Parameters<typeof runAsCsv>[1]

test('the table of a run is saved with quotes where they are needed, and nothing in it computes', () => {
  const file = { fileId: mintId('file'), fileName: 'a "b".pdf' }
  const csv = runAsCsv(
    [
      {
        questionId: mintId('golden'),
        question: '=1+1, or 2?',
        rank: null,
        rankBefore: 3,
        change: 'worse',
        foundFiles: [file, { ...file, fileName: 'c.pdf' }],
      },
    ],
    words,
  )
  expect(csv).toBe(
    '\uFEFFtable.question,table.rank,table.before,table.change,table.found\r\n' +
      '"\'=1+1, or 2?",,3,change.worse,"a ""b"".pdf; c.pdf"\r\n',
  )
})

test('the chart starts with rank 1 and ends with not found, in both directions', () => {
  const places = [1, 2, 3, 10, 20, null].map(placeOf)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect([places[0], places.at(-1)]).toEqual([0, 1])
  expect(xOf(1, true)).toBeGreaterThan(xOf(20, true))
})
