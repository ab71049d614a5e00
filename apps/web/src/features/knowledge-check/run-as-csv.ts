import type { CheckResult } from '@atrium/contract'
import type { Translate } from '../../lib/translate.ts'

/** The table of a run as CSV (RFC 4180) with a byte order mark, so that programs for tables read every script. */
export function runAsCsv(results: readonly CheckResult[], t: Translate<'knowledgeCheck'>): string {
  const head = (['question', 'rank', 'before', 'change', 'found'] as const).map((column) =>
    t(`table.${column}`),
  )
  const lines = results.map(({ question, rank, rankBefore, change, foundFiles }) => [
    question,
    rank?.toString() ?? '',
    rankBefore?.toString() ?? '',
    t(`change.${change}`),
    foundFiles.map(({ fileName }) => fileName).join('; '),
  ])
  return `\uFEFF${[head, ...lines].map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`
}

/** Neutralizes formulas, so that opening the file computes nothing. */
function cell(text: string): string {
  const words = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(words) ? `"${words.replaceAll('"', '""')}"` : words
}
