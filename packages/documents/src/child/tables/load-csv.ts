import { isUtf8 } from 'node:buffer'
import { closeSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs'
import type { DuckDBConnection } from '@duckdb/node-api'
import { DocumentFailure } from '../../document-failure.ts'
import { decodeText } from '../decode-text.ts'
import { csvRows, delimiterOf } from '../read-csv.ts'
import { findHeader, headerSampleRows } from './find-header.ts'
import { makeTable } from './make-table.ts'
import type { LoadedTable } from './protocol.ts'

const sampleBytes = 256 * 1024
const chunkBytes = 4 * 1024 * 1024
/** Columns beyond these make no sense in a question. */
const maxColumns = 2_000

/** Loads a csv file with DuckDB's reader, by the delimiter and header that its beginning shows. */
export async function loadCsv(
  connection: DuckDBConnection,
  { path, name, asTexts }: { path: string; name: string; asTexts: boolean },
): Promise<Pick<LoadedTable, 'name' | 'rowCount' | 'columns'>> {
  const readable = inPlainUtf8(path)
  const sample = beginningOf(readable)
  const delimiter = delimiterOf(sample.slice(0, 64 * 1024))
  const rows = sampleRowsOf(sample, delimiter)
  const header = findHeader(rows.map(({ cells }) => cells))
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  if (width === 0) throw new DocumentFailure('EMPTY')
  if (width > maxColumns) throw new DocumentFailure('TOO_LARGE', `${width} columns`)
  const options = [
    `delim = '${delimiter}'`,
    `quote = '"'`,
    `escape = '"'`,
    'header = false',
    `skip = ${header.firstRow === 0 ? 0 : (rows[header.firstRow - 1]?.linesAfter ?? 0)}`,
    'auto_detect = false',
    'null_padding = true',
    'strict_mode = false',
    'ignore_errors = true',
    'max_line_size = 16777216',
    `columns = {${Array.from({ length: width }, (_, index) => `c${index}: 'VARCHAR'`).join(', ')}}`,
  ]
  const source = `read_csv('${readable.replaceAll("'", "''")}', ${options.join(', ')})`
  return await makeTable(connection, name, {
    source,
    headers: header.names,
    width,
    hasDecimalComma: delimiter === ';',
    asTexts,
  })
}

/** The file itself if it is UTF-8 without NUL and mark; else a copy that is, in the same folder. */
function inPlainUtf8(path: string): string {
  if (isPlain(path)) return path
  const copy = `${path}.utf8`
  writeFileSync(copy, '')
  const target = openSync(copy, 'a')
  try {
    for (const text of decodeText(readFileSync(path)))
      writeSync(target, text.replaceAll('\0', '').toWellFormed())
  } finally {
    closeSync(target)
  }
  return copy
}

function isPlain(path: string): boolean {
  const file = openSync(path, 'r')
  const bytes = Buffer.alloc(chunkBytes)
  let kept = 0
  let isFirst = true
  try {
    for (;;) {
      const read = readSync(file, bytes, kept, chunkBytes - kept, null)
      if (read === 0) return kept === 0
      const end = kept + read
      if (isFirst && bytes[0] === 0xef && bytes[1] === 0xbb) return false
      isFirst = false
      // A character may be cut at the end of a chunk.
      let whole = end
      while (whole > 0 && end - whole < 4 && ((bytes[whole - 1] ?? 0) & 0xc0) === 0x80) whole -= 1
      if (whole > 0 && (bytes[whole - 1] ?? 0) >= 0xc0) whole -= 1
      else whole = end
      const part = bytes.subarray(0, whole)
      if (part.includes(0) || !isUtf8(part)) return false
      bytes.copy(bytes, 0, whole, end)
      kept = end - whole
    }
  } finally {
    closeSync(file)
  }
}

function beginningOf(path: string): string {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(sampleBytes)
    const read = readSync(file, bytes, 0, sampleBytes, 0)
    return bytes.subarray(0, read).toString('utf8')
  } finally {
    closeSync(file)
  }
}

/** The first rows with text, each with the number of lines up to its end. The last row of the sample may be cut. */
function sampleRowsOf(sample: string, delimiter: string): { cells: string[]; linesAfter: number }[] {
  const rows: { cells: string[]; linesAfter: number }[] = []
  let linesAfter = 0
  const isWhole = sample.length < sampleBytes / 4
  for (const cells of csvRows([sample], delimiter)) {
    linesAfter += 1 + cells.reduce((lines, cell) => lines + cell.split('\n').length - 1, 0)
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ cells, linesAfter })
    if (rows.length > headerSampleRows) break
  }
  return isWhole || rows.length < 2 || rows.length > headerSampleRows
    ? rows.slice(0, headerSampleRows)
    : rows.slice(0, -1)
}
