import { expect, test } from 'vitest'
import { contextLimitsOf, type ContextUse, sortChosen } from './upload-rules.ts'

const megabyte = 1024 * 1024
const empty: ContextUse = {
  limits: { maxFileBytes: 10 * megabyte, totalBytes: 25 * megabyte, maxFiles: 4 },
  count: 0,
  usedBytes: 0,
  names: [],
}
const file = (name: string, size = 1) => ({ name, size })
const problems = (chosen: { name: string; size: number }[], use: ContextUse = empty) =>
  sortChosen(chosen, use).refused.map(({ file: { name }, problem }) => [name, problem])

test.each([
  'a.pdf',
  'a.txt',
  'a.docx',
  'a.odt',
  'a.xls',
  'a.xlsx',
  'a.pptx',
  'a.csv',
  'A.PDF',
  'a.b.csv',
  'a.png',
  'a.jpg',
  'a.JPEG',
  'a.gif',
  'a.webp',
])('KB-02 %s is taken', (name) => {
  expect(sortChosen([file(name)], empty)).toEqual({ accepted: [file(name)], refused: [] })
})

test.each([
  'a.zip',
  'a.svg',
  'a.tiff',
  'a.exe',
  'a.html',
  'a',
  'pdf',
  '../../features/context-files',
  'a.pdf.exe',
])('KB-02 %s is not taken', (name) => {
  expect(problems([file(name)])).toEqual([[name, { kind: 'notSupported' }]])
})

test('KB-02 a zip is accepted where its documents become separate files', () => {
  const use = { ...empty, takesArchives: true }
  expect(problems([file('a.zip'), file('B.ZIP')], use)).toEqual([])
  expect(problems([file('a.zip.exe')], use)).toEqual([['a.zip.exe', { kind: 'notSupported' }]])
})

test('KB-03 a file of exactly the limit is taken, one byte more is not', () => {
  expect(problems([file('a.pdf', 10 * megabyte)])).toEqual([])
  expect(problems([file('a.pdf', 10 * megabyte + 1)])).toEqual([
    ['a.pdf', { kind: 'tooLarge', file: 'a.pdf', megabytes: 10 }],
  ])
})

test('KB-03 limits include existing files; later smaller files may still fit', () => {
  const chosen = [file('a.pdf', 9 * megabyte), file('b.pdf', 9 * megabyte), file('c.pdf', megabyte)]
  const { accepted, refused } = sortChosen(chosen, { ...empty, usedBytes: 10 * megabyte, count: 1 })
  expect(accepted.map(({ name }) => name)).toEqual(['a.pdf', 'c.pdf'])
  expect(refused.map(({ problem }) => problem)).toEqual([{ kind: 'tooLargeTogether', megabytes: 25 }])
})

test('KB-03 existing and duplicate names, too many files and empty files are reported', () => {
  expect(problems([file('Plan.PDF')], { ...empty, names: ['plan.pdf'] })).toEqual([
    ['Plan.PDF', { kind: 'nameTaken', file: 'Plan.PDF' }],
  ])
  expect(problems([file('caf\u00e9.txt'), file('cafe\u0301.txt')])).toEqual([
    ['cafe\u0301.txt', { kind: 'nameTaken', file: 'cafe\u0301.txt' }],
  ])
  expect(problems([file('a.pdf'), file('b.pdf')], { ...empty, count: 3 })).toEqual([
    ['b.pdf', { kind: 'tooMany', files: 4 }],
  ])
  expect(problems([file('a.pdf', 0)])).toEqual([['a.pdf', { kind: 'empty', file: 'a.pdf' }]])
})

test('KB-03 the limits are those of the plan, in megabytes of 1024 * 1024 bytes', () => {
  const plan = { name: 'Basic', rag_allowed: false, enable_reports: false }
  expect(contextLimitsOf({ ...plan, rag_max_file_size: 100, rag_max_total_input_size: 200 })).toEqual({
    maxFileBytes: 104_857_600,
    totalBytes: 209_715_200,
    maxFiles: 100,
  })
})
