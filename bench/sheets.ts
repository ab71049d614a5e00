import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openTables } from '@atrium/documents'

const rows = 1_000_000
const columns = 20
const regions = ['North', 'South', 'East', 'West', 'Centre']

/** Loading a csv of 1,000,000 rows and 20 columns, and queries over all of it. */
export type SheetsMeasured = { loadSeconds: number; slowestQuerySeconds: number; workerMb: number }

export async function measureSheets(say: (line: string) => void): Promise<SheetsMeasured> {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-bench-'))
  try {
    const file = path.join(folder, 'sales.csv')
    await pipeline(Readable.from(lines()), createWriteStream(file))
    const { size } = await stat(file)
    say(`a csv of ${rows} rows, ${columns} columns and ${Math.round(size / 1024 ** 2)} MB …`)
    return await measure(file, say)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const queries = [
  'select region, count(*), sum(amount_1), avg(amount_2) from sales group by region order by region',
  "select date_trunc('month', ordered_on) as month, sum(amount_1) from sales group by month order by month",
  "select customer, sum(amount_3) as total from sales where note like '%rush%' group by customer order by total desc limit 20",
  'select count(distinct customer), median(amount_4), max(amount_5) from sales',
]

async function measure(file: string, say: (line: string) => void): Promise<SheetsMeasured> {
  const { signal } = new AbortController()
  const startedAt = performance.now()
  const tables = await openTables(
    [{ name: 'sales.csv', ending: 'csv', open: () => createReadStream(file) }],
    { signal },
  )
  try {
    const loadSeconds = (performance.now() - startedAt) / 1000
    const [table] = tables.list
    if (table?.rowCount !== rows) throw new Error(`${table?.rowCount} rows were loaded.`)
    let slowestQuerySeconds = 0
    for (const sql of queries) {
      const from = performance.now()
      await tables.query(sql, signal)
      const seconds = (performance.now() - from) / 1000
      say(`${seconds.toFixed(2)} s: ${sql}`)
      slowestQuerySeconds = Math.max(slowestQuerySeconds, seconds)
    }
    return { loadSeconds, slowestQuerySeconds, workerMb: await peakMbOf(tables.pid) }
  } finally {
    await tables.close()
  }
}

/** The peak resident memory of the process. */
async function peakMbOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}

function* lines(): Generator<string> {
  const amounts = Array.from({ length: 10 }, (_, index) => `Amount ${index + 1}`)
  const counts = Array.from({ length: 4 }, (_, index) => `Count ${index + 1}`)
  yield `${['Order', 'Ordered on', 'Region', 'Customer', 'Paid', 'Note', ...amounts, ...counts].join(',')}\n`
  let seed = 42
  const next = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648)
  let batch = ''
  for (let row = 1; row <= rows; row += 1) {
    const day = new Date(Date.UTC(2024, 0, 1 + (row % 730))).toISOString().slice(0, 10)
    const cells: (string | number)[] = [row, day, regions[row % 5] ?? '', `Customer ${next() % 5_000}`]
    cells.push(next() % 3 === 0 ? 'no' : 'yes', next() % 50 === 0 ? '"rush, call first"' : 'usual')
    for (let amount = 0; amount < 10; amount += 1) cells.push((next() % 1_000_000) / 100)
    for (let count = 0; count < 4; count += 1) cells.push(next() % 1_000)
    batch += `${cells.join(',')}\n`
    if (batch.length < 1_000_000) continue
    yield batch
    batch = ''
  }
  yield batch
}
