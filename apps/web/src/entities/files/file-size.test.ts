import { expect, test } from 'vitest'
import { fileSize } from './file-size.ts'

test("KB-03 sizes are shown in units of 1024, rounded down, in the page's language", () => {
  const megabyte = 1024 * 1024
  expect(
    [1, 8, 1023, 1024, 1536, megabyte - 1, megabyte, 1.99 * megabyte].map((size) => fileSize(size, 'en')),
  ).toEqual(['1 byte', '8 bytes', '1,023 bytes', '1 kB', '1 kB', '1,023 kB', '1 MB', '1.9 MB'])
  expect(fileSize(100 * megabyte - 1, 'en')).toBe('99.9 MB')
  expect(fileSize(3000 * megabyte, 'fr')).toBe('2,9\u202fGo')
  expect(fileSize(0, 'en')).toBe('0 bytes')
})
