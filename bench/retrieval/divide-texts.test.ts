import { expect, test } from 'vitest'
import { divideTexts } from './divide-texts.ts'

const namesOf = (titles: string[], most?: number) =>
  divideTexts(
    titles.map((title, index) => ({ id: `id-${index}`, title, text: 'Text.' })),
    most,
  ).map((base) => base.map(({ name }) => name))

test('texts fill one base after the other, and no base has two files of one name', () => {
  expect(namesOf(['a', 'b', 'c'], 2)).toEqual([['a.txt', 'b.txt'], ['c.txt']])
  expect(namesOf(['a', 'A', 'b', 'a'], 2)).toEqual([['a.txt', 'b.txt'], ['A.txt'], ['a.txt']])
  expect(namesOf(Array.from({ length: 150 }, (_, index) => `${index}`)).map(({ length }) => length)).toEqual([
    100, 50,
  ])
})

test('a title is a name of a file on one line, and a text without one is called by its id', () => {
  expect(namesOf(['PL/I\n  and Algol', ' ', 'x'.repeat(300)])).toEqual([
    ['PL I and Algol.txt', 'id-1.txt', `${'x'.repeat(200)}.txt`],
  ])
})
