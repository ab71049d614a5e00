import { expect, test } from 'vitest'
import { contentFrom } from './shared-content.ts'

function form(fields: Record<string, string>, files: File[] = []): FormData {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) made.append(name, value)
  for (const file of files) made.append('files', file)
  return made
}

test.each<{ fields: Record<string, string>; text: string }>([
  {
    fields: { title: 'A page', text: 'See this', url: 'https://a.example/' },
    text: 'A page\nSee this\nhttps://a.example/',
  },
  {
    fields: { title: 'A page', text: 'See https://a.example/', url: 'https://a.example/' },
    text: 'A page\nSee https://a.example/',
  },
  { fields: { title: 'same', text: 'same' }, text: 'same' },
  { fields: { text: '  ' }, text: '' },
  { fields: { text: 'a\0b\uD800' }, text: 'ab\uFFFD' },
])('UI-03 the text of a share is $text', ({ fields, text }) => {
  expect(contentFrom(form(fields)).text).toBe(text)
})

test('UI-03 a shared text is cut at its limit, and empty files are left out', () => {
  const files = [new File(['x'], 'kept.txt'), new File([], 'empty.txt')]
  const content = contentFrom(form({ text: 'x'.repeat(200_000) }, files))
  expect(content.text).toHaveLength(100_000)
  expect(content.files.map(({ name }) => name)).toEqual(['kept.txt'])
})
