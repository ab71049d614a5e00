import { expect, test } from 'vitest'
import { decodeEntryName } from './entry-name.ts'

const named = (hex: string) => decodeEntryName(Buffer.from(hex, 'hex'), { isUtf8: false })

test.each([
  ['日本語.txt', '93fa967b8cea2e747874'],
  ['報告書2024版.docx', '95f18d908f913230323494c52e646f6378'],
  ['テスト.csv', '8365835883672e637376'],
])('KB-07 the name %s of an archive is read from Shift-JIS', (name, hex) => {
  expect(named(hex)).toBe(name)
})

test.each([
  ['résumés.txt', '7282 73756d8273 2e747874'],
  ['Überblick.docx', '9a6265 72626c69636b2e646f6378'],
  ['élèves.txt', '826c8a7665732e747874'],
  ['Straße.pdf', '53747261e1652e706466'],
  ['año.csv', '61a46f2e637376'],
])('KB-07 the name %s of an archive is read from code page 437', (name, hex) => {
  expect(named(hex.replaceAll(' ', ''))).toBe(name)
})

test("KB-07 a name in UTF-8 is read as such, with or without the archive's flag", () => {
  const bytes = Buffer.from('résumé 日本語.txt')
  expect(decodeEntryName(bytes, { isUtf8: true })).toBe('résumé 日本語.txt')
  expect(decodeEntryName(bytes, { isUtf8: false })).toBe('résumé 日本語.txt')
})
