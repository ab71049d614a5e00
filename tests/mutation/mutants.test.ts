import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import known from './equivalents.json' with { type: 'json' }
import { reasonToIgnore } from './equivalents.ts'
import { applyMutant } from './mutant.ts'
import { mutantsOf } from './mutants-of.ts'

/** The rule of each mutant, and the text that it makes. */
const mutated = (text: string) =>
  mutantsOf(text).map((mutant) => [mutant.rule, applyMutant(text, mutant)] as const)
const texts = (text: string) => mutated(text).map(([, changed]) => changed)

test.each([
  ['a && b', 'a || b'],
  ['a || b', 'a && b'],
  ['a === b', 'a !== b'],
  ['a !== b', 'a === b'],
  ['a < b', 'a <= b'],
  ['a >= b', 'a > b'],
  ['a + b', 'a - b'],
  ['x(!a)', 'x(a)'],
  ['const a = true', 'const a = false'],
  ['const a = [b, c]', 'const a = []'],
  ['const a = { b }', 'const a = {}'],
  ["const a = b ? 'c' : 'd'", "const a = b ? 'd' : 'c'"],
  ['async () => { await remove(a) }', 'async () => { ; }'],
  ['function f(): void { }', 'function f(): void { return; }'],
  ["type A = 'b' | 'c'; const a: A = 'b'", "type A = 'b' | 'c'; const a: A = 'c'"],
])('%s becomes %s', (before, after) => {
  expect(texts(before)).toContain(after)
})

test.each([
  "import { a } from 'b'",
  "type A = { b: true } | 'c'",
  "log.warn({ event: 'a.b', isLost: true }, 'Could not close')",
  'this.log.error({ a })',
  "new RangeError('a' + b)",
  "query.select(['a', 'b'])",
  "const a = 'b' + c",
])('nothing is changed in %s', (text) => {
  expect(texts(text)).toEqual(text.startsWith('query') ? [';'] : [])
})

const sqlOf = (inside: string) => texts(`sql\`${inside}\``).map((text) => text.slice(4, -1))

test('a where of three conditions loses each of them once, and their connections turn', () => {
  expect(sqlOf('select from a where b = ${c && d} and e is null and f')).toEqual(
    expect.arrayContaining([
      'select from a where true and e is null and f',
      'select from a where b = ${c && d} and true and f',
      'select from a where b = ${c && d} and e is null and true',
      'select from a where b = ${c && d} or e is null and f',
      'select from a where b = ${c && d} and e is null or f',
      'select from a where b <> ${c && d} and e is null and f',
      'select from a where b = ${c && d} and e is not null and f',
      'select from a where b = ${c || d} and e is null and f',
    ]),
  )
})

test.each([
  ['(select from a where b = 1) as c', '(select from a where true) as c'],
  ['from a join b on a.c = b.c where d', 'from a join b on true where d'],
  ['where (a = 1 or b) order by c', 'where true order by c'],
  ['where a between 1 and 2 and b', 'where true and b'],
  ['where not exists (select from a)', 'where exists (select from a)'],
  ['where exists (select from a)', 'where not exists (select from a)'],
  ['order by a desc', 'order by a asc'],
  ['where a > now()', 'where a < now()'],
  ['where a <= 3', 'where a < 3'],
  ['select least(a, b)', 'select greatest(a, b)'],
  ['where case when a then b end and c', 'where true and c'],
  ['where deleted_at is null and a', 'where true and a'],
])('of SQL, %s becomes %s', (before, after) => {
  expect(sqlOf(before)).toContain(after)
})

test('assignments, strings, operators of JSON and the and of between stay as they are', () => {
  expect(sqlOf("update a set b = 1, c = ' and x = y'")).toEqual([])
  expect(sqlOf("select a ->> 'b', c @> d, e <=> f")).toEqual([])
  expect(sqlOf('where a between 1 and 2')).toEqual(['where true'])
  expect(texts('html`a and b = c`')).toEqual([])
})

test('conditions of Kysely are dropped and turned', () => {
  expect(texts("query.where('a', '=', b).orderBy('c', 'desc')")).toEqual([
    ';',
    "query.orderBy('c', 'desc')",
    "query.where('a', '<>', b).orderBy('c', 'desc')",
    "query.where('a', '=', b).orderBy('c', 'asc')",
  ])
})

test('every mutant is another text, at a place of the file', () => {
  const text =
    "export const f = (a: number) => (a > 1 && !b ? 'x' : 'y')\nsql`select from t where a = ${1 + 2} and b`"
  for (const [, changed] of mutated(text)) expect(changed).not.toBe(text)
})

test.each(known)(
  'the equivalent listed for $file is one of its mutants: $mutated',
  ({ file, line, mutated: text, rule, reason }) => {
    const source = readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8')
    const ignored = mutantsOf(source).filter((mutant) => reasonToIgnore(file, source, mutant) === reason)
    expect(
      ignored.map(({ rule: each, start, end }) => [each, source.slice(start, end).trim()]),
    ).toContainEqual([rule, text])
    expect(source).toContain(line)
  },
)
