import { expect, test } from 'vitest'
import { storable, StorableDeltas } from './storable.ts'

const passedOn = (...deltas: string[]) => {
  const text = new StorableDeltas()
  return deltas.map((delta) => text.push(delta))
}

test('F17 unstorable characters are removed or replaced, the rest stays', () => {
  expect(storable('a\0b\ud83dc\ude00 😀\n\u0001')).toBe('ab\ufffdc\ufffd 😀\n\u0001')
})

test('F17 a surrogate pair split over two deltas arrives whole, an unpaired half does not arrive', () => {
  expect(passedOn('a\ud83d', '\ude00b')).toEqual(['a', '😀b'])
  expect(passedOn('\ud83d', '', '\0', '\ude00')).toEqual(['', '', '', '😀'])
  expect(passedOn('\ud83d', 'b', '\ude00')).toEqual(['', '\ufffdb', '\ufffd'])
  expect(passedOn('a\ud83d\ud83d', '\ude00', '\ud83d')).toEqual(['a\ufffd', '😀', ''])
  expect(passedOn('\0')).toEqual([''])
})
