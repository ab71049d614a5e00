import { expect, test } from 'vitest'
import { linksIn } from './links-in.ts'

test('UI-01 links in a text that people wrote are found, without the marks that end a sentence', () => {
  const text =
    'Read https://a.example/b, www.c.example and d.example/e. Ask 192.0.2.7:3000/f! See Node.js or README.md'
  const pieces = linksIn(text, 'https://atrium.test')
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
  expect(pieces.flatMap(({ href }) => href ?? [])).toEqual([
    'https://a.example/b',
    'https://www.c.example',
    'https://d.example/e',
    'https://192.0.2.7:3000/f',
  ])
  expect(linksIn('javascript:alert(1) data:text/html,x', 'https://atrium.test')).toEqual([
    { text: 'javascript:alert(1) data:text/html,x' },
  ])
})
