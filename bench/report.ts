import { isReached, type Result } from './goals.ts'
import type { RetrievalSpeed } from './retrieval/measure-speed.ts'
import type { QuestionsMeasured } from './streaming/measure-questions.ts'
import type { StreamingMeasured } from './streaming/measure-streaming.ts'

/** A table in columns for a terminal; the first column is flush left, the others flush right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd()
  return [line(head), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(line)].join('\n')
}

const number = (value: number | null | undefined, digits: number) =>
  value === null || value === undefined
    ? ''
    : Number.isFinite(value)
      ? value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits })
      : 'none'

/** All measurements of streaming, road by road. */
export const streamingTable = (measured: readonly StreamingMeasured[]): string =>
  table(
    [
      'road',
      'chats',
      'added p50 ms',
      'p99 ms',
      'transit p50',
      'p99',
      'chunks/s',
      'CPU s/1,000',
      'of it database',
      'MB',
      'text',
    ],
    measured.map((one) => [
      one.road,
      String(one.chats),
      number(one.addedP50Ms, 1),
      number(one.addedP99Ms, 0),
      number(one.transitP50Ms, 1),
      number(one.transitP99Ms, 0),
      number(one.chunksPerSecond, 0),
      number(one.cpuPerThousand, 3),
      one.road === 'Atrium' || one.road === 'other checkout' ? number(one.databasePerThousand, 3) : '',
      number(one.memoryMb, 0),
      one.problems.length === 0 ? 'equal' : one.problems.join('; '),
    ]),
  )

/** The cost of a question apart from streaming its text. */
export const questionsTable = (measured: readonly QuestionsMeasured[]): string =>
  table(
    [
      '',
      'questions',
      'CPU ms',
      'of it database',
      'CPU s/1,000 chunks',
      'WAL bytes',
      'commits',
      'HOT turn %',
      'HOT chat %',
      'text',
    ],
    measured.map((one) => [
      one.road,
      String(one.questions),
      number(one.cpuMs, 1),
      number(one.databaseMs, 1),
      number(one.cpuPerThousandChunks, 3),
      number(one.walBytes, 0),
      number(one.commits, 1),
      number(one.hotShareOfTurn * 100, 0),
      number(one.hotShareOfChat * 100, 0),
      one.problems.length === 0 ? 'equal' : one.problems.join('; '),
    ]),
  )

/** Atrium's measurements beside their goals. */
export const resultsTable = (results: readonly Result[]): string =>
  table(
    ['', 'direct', 'pass-through', 'reference', 'Atrium', 'goal', ''],
    results.map((result) => [
      result.what,
      number(result.beside.direct, result.digits),
      number(result.beside['pass-through'], result.digits),
      number(result.beside.reference, result.digits),
      number(result.reached, result.digits),
      `${result.isMoreBetter ? '≥' : '≤'} ${number(result.goal, result.goal < 1 ? result.digits : 0)}`,
      isReached(result) ? '✓' : '✗',
    ]),
  )

/** Speed of indexing files and of searching among many. */
export const speedLine = ({ passages, passagesASecond, p50Ms, p95Ms }: RetrievalSpeed): string =>
  `${passages} passages: ${number(passagesASecond, 0)} written a second, searched in ${number(p50Ms, 1)} ms (p50), ${number(p95Ms, 1)} ms (p95)`
