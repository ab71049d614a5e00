import { expect, test } from 'vitest'
import { fullName, shortName } from './person-name.ts'

test.each([
  ['Ada', 'Lovelace', 'Ada Lovelace', 'Ada L.'],
  ['伟', '陈', '陈伟', '陈伟'],
  ['小明', '欧阳', '欧阳小明', '欧阳小明'],
  ['Wei', '陈', 'Wei 陈', 'Wei 陈.'],
  ['Văn An', 'Nguyễn', 'Nguyễn Văn An', 'Nguyễn Văn An'],
  ['Minh', 'Trần', 'Trần Minh', 'Trần Minh'],
  ['Anh', 'Lê', 'Lê Anh', 'Lê Anh'],
  ['Thảo', 'Mai', 'Mai Thảo', 'Mai Thảo'],
  ['Zoé', 'Lefèvre', 'Zoé Lefèvre', 'Zoé L.'],
  ['Thomas', 'Mai', 'Thomas Mai', 'Thomas M.'],
  ['José', 'Núñez', 'José Núñez', 'José N.'],
  ['Ada', '', 'Ada', 'Ada'],
  ['', 'Lovelace', 'Lovelace', 'Lovelace'],
  ['', '', '', ''],
])('UI-01 %o %o is %o, in short %o', (firstName, lastName, full, short) => {
  expect(fullName({ firstName, lastName })).toBe(full)
  expect(shortName({ firstName, lastName })).toBe(short)
})
