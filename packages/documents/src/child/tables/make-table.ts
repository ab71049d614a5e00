import type { DuckDBConnection } from '@duckdb/node-api'
import {
  asText,
  type ColumnFormat,
  type FormatHints,
  formatOf,
  isMissing,
  showsDecimalComma,
} from './column-format.ts'
import { textRows } from './engine.ts'
import { nameColumns, quoted } from './name-columns.ts'
import type { LoadedTable } from './protocol.ts'

/** Rows from which formats are detected first. */
const sampleRows = 2_000
/** How often a format is chosen again for a column whose later values don't fit. */
const maxRounds = 3

type RawTable = {
  /** The SQL after `from`, with columns c0, c1 … of texts. */
  source: string
  headers: readonly string[]
  width: number
  /** Whether the file's delimiter suggests decimal commas. */
  hasDecimalComma: boolean
  /** Keeps every value as the file has it. */
  asTexts: boolean
}

/** Makes a table with typed columns from texts: every value of a column fits its type, else the column stays text. */
export async function makeTable(
  connection: DuckDBConnection,
  name: string,
  { source, headers, width, hasDecimalComma, asTexts }: RawTable,
): Promise<Pick<LoadedTable, 'name' | 'rowCount' | 'columns'>> {
  const raw = Array.from({ length: width }, (_, index) => `c${index}`)
  const rows = await textRows(connection, `select ${raw.join(', ')} from ${source} limit ${sampleRows}`)
  const samples = raw.map((_, index) => rows.flatMap((row) => row[index] ?? []))
  const hints = {
    hasDecimalComma: samples.some(showsDecimalComma) || (hasDecimalComma && !samples.some(showsDecimalPoint)),
  }
  const formats = asTexts
    ? samples.map(() => asText)
    : await checkedFormats(connection, source, samples, hints)
  const names = nameColumns(headers, width)
  const columns = names.map((column, index) => {
    const { kind, unit } = formats[index] ?? asText
    return { name: column, header: headers[index]?.trim() || column, kind, unit }
  })
  const read = formats.map(
    ({ read: expression }, index) => `${expression(`c${index}`)} as ${quoted(names[index] ?? '')}`,
  )
  await connection.run(`create table ${quoted(name)} as select ${read.join(', ')} from ${source}
    where ${raw.map((column) => `trim(coalesce(${column}, '')) <> ''`).join(' or ')}`)
  const [[count = '0'] = []] = await textRows(connection, `select count(*) from ${quoted(name)}`)
  return { name, rowCount: Number(count), columns }
}

const showsDecimalPoint = (texts: readonly string[]): boolean =>
  texts.some((text) => /^[-+]?\d[\d,'’ ]*\.(\d{1,2}|\d{4,})$/.test(text.trim()))

/** Formats that fit every value; one that misses values of later rows is chosen again with these in the sample. */
async function checkedFormats(
  connection: DuckDBConnection,
  source: string,
  samples: readonly string[][],
  hints: FormatHints,
): Promise<ColumnFormat[]> {
  const formats = samples.map((texts) => formatOf(texts, hints))
  let unchecked = formats.flatMap((format, index) => (format.kind === 'text' ? [] : [index]))
  for (let round = 1; unchecked.length > 0; round += 1) {
    const counts = unchecked.map((index) => {
      const column = `c${index}`
      return `coalesce(list(${column}) filter (where ${formats[index]?.read(column)} is null and not ${isMissing(column)}), [])[:200]`
    })
    const result = await connection.runAndReadAll(`select ${counts.join(', ')} from ${source}`)
    const [row = []] = result.getRowsJson()
    unchecked = unchecked.filter((index, at) => {
      const missed = (row[at] as string[] | null) ?? []
      if (missed.length === 0) return false
      formats[index] = round < maxRounds ? formatOf([...(samples[index] ?? []), ...missed], hints) : asText
      return formats[index].kind !== 'text'
    })
  }
  return formats
}
