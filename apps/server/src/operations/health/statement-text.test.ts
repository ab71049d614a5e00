import { expect, test } from 'vitest'
import { statementText } from './statement-text.ts'

test.each([
  ['select * from chat where id = $1 limit 20', 'select * from chat where id = $1 limit ?'],
  ["select 'it''s secret', 4.5, .5, -7 from t1", 'select ?, ?, ?, -? from t1'],
  ["select 'a\\', 'secret'", 'select ?, ?'],
  ["select e'a\\', secret', x", 'select ?, x'],
  [`select "it's", 'secret'`, `select "it's", ?`],
  ["select '-- no', 'secret' -- secret\n, x", 'select ?, ? , x'],
  ["select /* 'secret */ x, 'secret'", 'select x, ?'],
  ['select $tag$ secret $$ secret $tag$, $$secret$$, $2', 'select ?, ?, $2'],
  ["update t set a = 'secret that the database cut", 'update t set a = ?'],
  ["select x'1F', n'secret', u&'secret'", 'select ?, ?, ?'],
  ["alter role app password 'secret'", 'alter role'],
  ['copy secret from stdin', 'copy secret'],
  [
    "with found as (\n  select 'secret' as one\n)\nselect one from found",
    'with found as ( select ? as one ) select one from found',
  ],
  ['', ''],
])('LIFE-07 the statement %s is shown without values', (statement, shown) => {
  expect(statementText(statement)).toBe(shown)
})

test('LIFE-07 a long statement is cut', () => {
  expect(statementText(`select ${'x, '.repeat(1000)}`)).toHaveLength(401)
})
