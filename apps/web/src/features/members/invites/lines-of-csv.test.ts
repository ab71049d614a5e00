import { expect, test } from 'vitest'
import { linesOfCsv } from './lines-of-csv.ts'

test('ACC-05 the rows of a CSV file become lines, with any quoting', async () => {
  const file =
    '\uFEFFname;email;role\r\n"Lovelace; Ada";ada@example.com;admin\r\n\r\n"Charles\nBabbage";charles@example.com;\r\n'
  expect(await linesOfCsv(file)).toEqual([
    'name,email,role',
    'Lovelace Ada,ada@example.com,admin',
    'Charles Babbage,charles@example.com,',
  ])
})

test('ACC-05 a column of addresses alone is a list', async () => {
  expect(await linesOfCsv('ada@example.com\ncharles@example.com')).toEqual([
    'ada@example.com',
    'charles@example.com',
  ])
})
