import { expect, test } from 'vitest'
import { excerptOf, markedLine } from './excerpt.ts'
import { isQueryWord, readQuery, tsQueryOf } from './find-query.ts'
import { markStopWords } from './mark-stop-words.ts'
import { readWords, stemsOf } from './read-words.ts'

const finds = (typed: string, text: string): boolean => {
  const query = readQuery(typed)
  if (!query) return false
  const stems = stemsOf(text, 1000)
  return [...query.stems, ...(query.prefix === null ? [] : [query.prefix])].every((word) =>
    stems.some((stem) => stem === word || (word === query.prefix && isQueryWord(query, stem))),
  )
}

test.each([
  ['meeting ', 'All meetings of the team'],
  ['meetings ', 'The meeting was long'],
  ['stopped ', 'It will stop there'],
  ['parties ', 'the party begins'],
  ['asking ', 'who asked?'],
  ['crédits ', 'Un credit par question'],
  ['reunion ', 'Les RÉUNIONS du lundi'],
  ['nationales ', 'un jour national'],
  ['generaux ', 'le conseil général'],
  ['ha noi ', 'Thời tiết ở Hà Nội'],
  ['Đà Nẵng ', 'bai bien da nang'],
  ['dang ', 'Đặng Thị Hoa'],
  ['咖啡', '我想喝一杯咖啡。'],
  ['天气预报', '明天的天气预报是什么'],
  ['المدرسة ', 'ذهبنا إلى مدرسة جديدة'],
  ['كتاب ', 'قرأت الكتاب أمس'],
  ['مدرسه ', 'والمدرسة بعيدة'],
  ['foo42 ', 'The code is FOO42.'],
])('HIST-04 “%s” finds “%s”', (typed, text) => expect(finds(typed, text)).toBe(true))

test.each([
  ['天预', '明天的天气预报'],
  ['tea ', 'the team meets'],
  ['nation ', 'an international party'],
  ['coffee milk ', 'coffee without anything'],
])('HIST-04 “%s” does not find “%s”', (typed, text) => expect(finds(typed, text)).toBe(false))

test('HIST-04 the last word matches as a prefix', () => {
  expect(finds('green te', 'The green tea of Kyoto')).toBe(true)
  expect(finds('te green', 'The green tea of Kyoto')).toBe(false)
  expect(readQuery('  …!? ')).toBeNull()
})

test('HIST-04 typed text cannot become query syntax', () => {
  expect(tsQueryOf({ stems: ["a'b", 'c\\'], prefix: 'd' })).toBe(`'a''b' & 'c\\\\' & 'd':*`)
})

test('HIST-04 an excerpt shows the densest matches and marks them', () => {
  const query = readQuery('green tea ')
  if (!query) throw new Error('There are words.')
  const text = `${'green '.repeat(3)}${'x '.repeat(200)}a cup of Green\n tea with milk ${'y '.repeat(300)}`
  const segments = excerptOf(text, query)?.segments ?? []
  expect(segments.filter((segment) => segment.isHit).map((segment) => segment.text)).toEqual(['Green', 'tea'])
  expect(segments.map((segment) => segment.text).join('')).toContain('a cup of Green tea with milk')
  expect(segments.at(0)?.text).toBe('…')
  expect(excerptOf('nothing of it', query)).toBeNull()
})

test('HIST-04 a match of several Chinese characters is highlighted as one, and the excerpt keeps accents', () => {
  const marked = (line: string, typed: string) => {
    const query = readQuery(typed)
    return query ? markedLine(line, query) : []
  }
  expect(marked('明天的天气预报', '天气预报')).toEqual([
    { text: '明天的', isHit: false },
    { text: '天气预报', isHit: true },
  ])
  expect(marked('Thời tiết ở Hà Nội', 'ha noi').filter(({ isHit }) => isHit)).toEqual([
    { text: 'Hà', isHit: true },
    { text: 'Nội', isHit: true },
  ])
})

test('HIST-04 word offsets are exact in any text', () => {
  const text = '👩‍👩‍👧 Café 咖啡 \u202e שלום e\u0301t\u0065\u0301 12.5%'
  for (const { start, end } of readWords(text))
    expect(text.slice(start, end)).toMatch(/^[\p{L}\p{M}\p{N}]+$/u)
})

const keywordsIn = (query: string) => {
  const words = [...readWords(query)]
  const areStopWords = markStopWords(query, words)
  return words.filter((_, index) => !areStopWords[index]).map(({ start, end }) => query.slice(start, end))
}

test.each([
  ['What is the purpose of the parser?', 'purpose parser'],
  ['Quel est le montant de la prime versée aux salariés ?', 'montant prime versée salariés'],
  ['Thủ đô của nước Pháp là gì?', 'Thủ đô nước Pháp'],
  ['ما هي عاصمة فرنسا؟', 'عاصمة فرنسا'],
  ['什么光合作用', '光合 合作 作用'],
  // Words that are stop words only in another language are keywords.
  ['car insurance', 'car insurance'],
  ['son salaire', 'son salaire'],
  // Names keep their words.
  ['When did The Who play in Leeds?', 'The Who play Leeds'],
  ['Does the WHO recommend it?', 'WHO recommend'],
  ['who said “to be or not to be”', 'said to be or not to be'],
])('KB-06 the keywords of “%s” are “%s”', (query, keywords) =>
  expect(keywordsIn(query).join(' ')).toBe(keywords),
)
