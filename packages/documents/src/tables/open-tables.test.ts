import { Readable } from 'node:stream'
import { utils, write } from '@e965/xlsx'
import { afterEach, expect, test } from 'vitest'
import { usualTableLimits } from './table-limits.ts'
import { openTables, QueryFailure, type TableFile, type Tables } from './open-tables.ts'

const never = new AbortController().signal
const opened: Tables[] = []
afterEach(async () => {
  for (const tables of opened.splice(0)) await tables.close()
})

const csv = (text: string | Buffer, name = 'data.csv'): TableFile => ({
  name,
  ending: 'csv',
  open: () => Readable.from([Buffer.from(text)]),
})
async function open(files: TableFile[], limits = usualTableLimits) {
  const tables = await openTables(files, { signal: never, limits })
  opened.push(tables)
  return tables
}
const columnsOf = (tables: Tables, index = 0) =>
  tables.list[index]?.columns.map(({ name, kind, unit }) => `${name} ${kind}${unit ? ` ${unit}` : ''}`)
const rowsOf = async (tables: Tables, sql: string) => (await tables.query(sql, never)).rows

test('ANS-05 a csv becomes a table: header below a title, typed columns, empty rows left out', async () => {
  const tables = await open([
    csv(
      'Sales of the north,,,\n\nOrder date,Region,Net amount (€),Paid\n2026-01-03,Nord,12.5,yes\n\n,,,\n2026-02-04,"Süd, West",7,no\n2026-03-05,Nord,-3.25,yes\n',
      'Sales 2026.csv',
    ),
  ])
  expect(tables.list[0]).toMatchObject({ name: 'sales_2026', rowCount: 3, sheet: null })
  expect(columnsOf(tables)).toEqual(['order_date date', 'region text', 'net_amount number', 'paid boolean'])
  expect(
    await rowsOf(
      tables,
      'select region, sum(net_amount), max(order_date) from sales_2026 group by all order by 1',
    ),
  ).toEqual([
    ['Nord', 9.25, '2026-03-05'],
    ['Süd, West', 7, '2026-02-04'],
  ])
})

test.each([
  ['decimal commas and points for thousands', 'a;b\nx;1.234,50\ny;3,5\n', [1234.5, 3.5], 'b number'],
  ['thousands with commas', 'a,b\nx,"1,234.50"\ny,"2,000"\n', [1234.5, 2000], 'b number'],
  ['spaces for thousands', 'a;b\nx;1 234,5\ny;12\n', [1234.5, 12], 'b number'],
  ['apostrophes for thousands', "a;b\nx;1'234.5\ny;12\n", [1234.5, 12], 'b number'],
  ['percents', 'a,b\nx,12.5%\ny,3%\n', [12.5, 3], 'b number %'],
  [
    'currencies and negative amounts in parentheses',
    'a,b\nx,"$1,200.00"\ny,($5.50)\n',
    [1200, -5.5],
    'b number $',
  ],
  ['missing values', 'a,b\nx,N/A\ny,4\n', [null, 4], 'b number'],
  ['codes with leading zeros', 'a,b\nx,00123\ny,00456\n', ['00123', '00456'], 'b text'],
  ['days first', 'a,b\nx,31/12/2025\ny,1/2/2026\n', ['2025-12-31', '2026-02-01'], 'b date'],
  ['months first', 'a,b\nx,12/31/2025\ny,1/2/2026\n', ['2025-12-31', '2026-01-02'], 'b date'],
  ['days with points', 'a;b\nx;03.04.2026\ny;1.12.2026\n', ['2026-04-03', '2026-12-01'], 'b date'],
  [
    'times',
    'a,b\nx,2026-01-02 10:30\ny,2026-01-03\n',
    ['2026-01-02 10:30:00', '2026-01-03 00:00:00'],
    'b date',
  ],
  ['a word among numbers', 'a,b\nx,12\ny,about ten\n', ['12', 'about ten'], 'b text'],
])('ANS-05 values of a csv: %s', async (_, text, values, column) => {
  const tables = await open([csv(text)])
  expect(columnsOf(tables)?.[1]).toBe(column)
  expect(await rowsOf(tables, 'select b from data')).toEqual(values.map((value) => [value]))
})

test('ANS-05 a value far below the first rows still decides the type of its column', async () => {
  const lines = Array.from({ length: 5_000 }, (_, index) => `${index},${index},${index}`)
  const tables = await open([csv(['n,later,odd', ...lines, '5000,"1,234",none of it'].join('\n'))])
  expect(columnsOf(tables)).toEqual(['n number', 'later number', 'odd text'])
  expect(await rowsOf(tables, 'select max(later), max(n), count(odd) from data')).toEqual([
    [4999, 5000, 5001],
  ])
  expect(await rowsOf(tables, 'select later from data where n = 5000')).toEqual([[1234]])
})

test('ANS-05 a table without a header has numbered columns, and older encodings are read', async () => {
  const tables = await open([
    csv('1,2\n3,4\n'),
    csv(Buffer.from('n,stadt\n1,Köln\n2,Zürich\n', 'latin1'), 'b.csv'),
    csv(Buffer.from('\ufeffn\ttown\r\n1\tOslo\r\n', 'utf16le'), 'c.csv'),
  ])
  expect(tables.list.map(({ name }) => name)).toEqual(['data', 'b', 'c'])
  expect(columnsOf(tables)).toEqual(['column_1 number', 'column_2 number'])
  expect(await rowsOf(tables, 'select stadt from b order by n')).toEqual([['Köln'], ['Zürich']])
  expect(await rowsOf(tables, 'select town from c')).toEqual([['Oslo']])
})

test.each(['xlsx', 'biff8'] as const)(
  'ANS-05 each sheet of a workbook (%s) is a table: merged cells, dates, empty sheets',
  async (bookType) => {
    const book = utils.book_new()
    const sheet = utils.aoa_to_sheet(
      [
        ['Sales by region', null, null],
        ['Region', 'Day', 'Amount'],
        ['North', new Date(Date.UTC(2026, 0, 5)), 10],
        [null, new Date(Date.UTC(2026, 0, 6)), 20.5],
        [],
        ['South', new Date(Date.UTC(2026, 0, 7)), 5],
      ],
      { UTC: true },
    )
    sheet['!merges'] = [
      { s: { r: 0, c: 0 }, e: { r: 0, c: 2 } },
      { s: { r: 2, c: 0 }, e: { r: 3, c: 0 } },
    ]
    utils.book_append_sheet(book, sheet, 'Q1; drop table x')
    utils.book_append_sheet(book, utils.aoa_to_sheet([]), 'Empty')
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ['Name', 'Select'],
        ['Ada', '=1+1'],
      ]),
      'People',
    )
    const bytes = write(book, { type: 'buffer', bookType }) as Buffer
    const ending = bookType === 'xlsx' ? 'xlsx' : 'xls'
    const tables = await open([{ name: `report.${ending}`, ending, open: () => Readable.from([bytes]) }])
    expect(tables.list.map(({ name, sheet: of }) => [name, of])).toEqual([
      ['report_q1_drop_table_x', 'Q1; drop table x'],
      ['report_people', 'People'],
    ])
    expect(columnsOf(tables)).toEqual(['region text', 'day date', 'amount number'])
    expect(columnsOf(tables, 1)).toEqual(['name text', 'select_ text'])
    expect(
      await rowsOf(
        tables,
        'select region, sum(amount), min(day) from report_q1_drop_table_x group by all order by 1',
      ),
    ).toEqual([
      ['North', 30.5, '2026-01-05'],
      ['South', 5, '2026-01-07'],
    ])
    expect(await rowsOf(tables, 'select select_ from report_people')).toEqual([['=1+1']])
  },
)

test.each([
  ['two statements', 'select 1; select 2', /exactly one/],
  ['a change', 'drop table data', /read-only/],
  ['a new table', 'create table other as select 1', /read-only/],
  ['a file', "select * from read_csv('/etc/passwd')", /file system/],
  ['the text of a file', "select * from read_text('/etc/hostname')", /file system/],
  ['a copy to a file', "copy data to '/tmp/stolen.csv'", /read-only|file system/],
  ['another database', "attach '/tmp/x.db'", /read-only|file system/],
  ['an extension', 'install httpfs', /read-only|file system/],
  ['an address', "select * from 'http://127.0.0.1:1/x.csv'", /file system|httpfs|external|does not exist/i],
  ['a setting', 'set enable_external_access = true', /read-only|locked/],
  ['nonsense', 'selekt', /syntax/i],
  ['too much memory', 'select list(a.range) from range(100000000) as a, range(10) as b', /memory/i],
])('ANS-05 a query can only read the tables: %s', async (_, sql, reason) => {
  const tables = await open([csv('a\n1\n')])
  const refused = await tables.query(sql, never).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(QueryFailure)
  expect((refused as Error).message).toMatch(reason)
  expect(await rowsOf(tables, 'select a from data')).toEqual([[1]])
})

test('ANS-05 a query that takes too long is interrupted, and the next one runs', async () => {
  const tables = await open([csv('a\n1\n')], { ...usualTableLimits, queryMs: 300 })
  const slow = 'select sum(x.range * y.range) from range(10000000) as x, range(1000000) as y'
  await expect(tables.query(slow, never)).rejects.toThrow(/longer than/)
  expect(await rowsOf(tables, 'select a from data')).toEqual([[1]])
})

test('ANS-05 a stop ends the process in the middle of a query', async () => {
  const tables = await open([csv('a\n1\n')])
  const stop = new AbortController()
  const slow = tables.query(
    'select sum(x.range * y.range) from range(10000000) as x, range(1000000) as y',
    stop.signal,
  )
  setTimeout(() => stop.abort(new Error('stopped')), 100)
  await expect(slow).rejects.toThrow('stopped')
  await tables.close()
  expect(() => process.kill(tables.pid ?? 0, 0)).toThrow(/ESRCH/)
})

test('ANS-05 hostile tables are read or refused, and the process answers on', async () => {
  const wide = Array.from({ length: 3_000 }, (_, index) => `c${index}`).join(',')
  const tables = await open([
    csv('a,b\n\0x\0,1\n\ud800y,2\n', 'nul.csv'),
    csv(`a,b\n"${'z'.repeat(3_000_000)}",1\n`, 'huge.csv'),
    csv(`${wide}\n`, 'wide.csv'),
    csv('', 'nothing.csv'),
    csv('a","b"; drop table x; --,select\n1,2\n', 'robert"; drop.csv'),
    { name: 'broken.xlsx', ending: 'xlsx', open: () => Readable.from([Buffer.from('PK no archive')]) },
    csv('a,b\n1,2\n1,2,3,4\n5\n', 'ragged.csv'),
  ])
  expect(tables.list.map(({ name }) => name)).toEqual(['nul', 'huge', 'robert_drop', 'ragged'])
  expect(tables.unread.map(({ file, problem }) => [file, problem])).toEqual([
    [2, 'TOO_LARGE'],
    [3, 'EMPTY'],
    [5, 'DAMAGED'],
  ])
  expect(await rowsOf(tables, 'select a from nul order by b')).toEqual([['x'], ['\ufffdy']])
  expect(await rowsOf(tables, 'select length(a) from huge')).toEqual([[3_000_000]])
  expect(await rowsOf(tables, 'select a, b from ragged')).toEqual([
    [1, 2],
    [1, 2],
    [5, null],
  ])
})

test('ANS-05 results have the first rows and the number of all; all rows come in order', async () => {
  const tables = await open([csv(`n\n${Array.from({ length: 10_000 }, (_, index) => index).join('\n')}\n`)])
  const result = await tables.query('select n from data order by n', never)
  expect([result.rows.length, result.rowCount, result.rows.at(-1)]).toEqual([200, 10_000, [199]])
  const all: unknown[] = []
  for await (const row of tables.allRows('select n from data order by n', never)) all.push(row[0])
  expect(all).toEqual(['n', ...Array.from({ length: 10_000 }, (_, index) => index)])
})
