import type { Language } from '@atrium/contract'
import ar from '@atrium/phrases/ar/mails/report-texts.ts'
import en from '@atrium/phrases/en/mails/report-texts.ts'
import fr from '@atrium/phrases/fr/mails/report-texts.ts'
import vi from '@atrium/phrases/vi/mails/report-texts.ts'
import zh from '@atrium/phrases/zh/mails/report-texts.ts'
import { checkSupport, languageOf, numbersOfTables } from '../../answers/index.ts'
import type { JobWork } from '../engine/program.ts'
import { inCell } from '../table-run/rows-as-markdown.ts'
import {
  type Analysis,
  type AnalysisState,
  type CheckOutput,
  type ComputeOutput,
  resultOf,
} from './analysis-state.ts'

const phrases: Record<Language, Record<keyof typeof en, string>> = { ar, en, fr, vi, zh }

/** Maximum rows and columns of a result in the text; the answer shows more beside it. */
const maxRows = 10
const maxColumns = 6

/**
 * The report: the text by the model, each analysis with its interpretation and first rows, and how everything was computed. Empty until the
 * first result is interpreted.
 */
export function reportOf({ structure, analyses, report }: AnalysisState): string {
  const done = analyses.flatMap((analysis) => {
    const found = resultOf(analysis)
    return found && analysis.text !== null ? [{ ...analysis, ...found, text: analysis.text }] : []
  })
  if (done.length === 0 || !structure) return ''
  const t = words(report || done.map(({ text }) => text).join('\n'))
  const sections = done.flatMap(({ query, question, text, result }) => [
    `## ${inCell(query.title || question)}`,
    ...(text ? [text] : []),
    tableOf(result, t),
  ])
  const methods = done.map(
    ({ query, question, result: { rowCount } }, index) =>
      `${index + 1}. ${t('query', { analysis: inCell(question), count: String(rowCount) })}\n\n${fenced(query.sql)}`,
  )
  const files = structure.files.map(({ fileName }) => inCell(fileName)).join(', ')
  return [
    ...(report ? [report] : []),
    ...sections,
    `## ${t('method')}`,
    t('methodText', { files }),
    ...methods,
  ].join('\n\n')
}

/** Names and values in other scripts don't determine the language of a text. */
const otherScripts = /[\p{Script=Han}\p{Script=Arabic}]/gu
const minShareOfLetters = 0.8

/** Texts of the server in the language of the report. */
function words(text: string) {
  const latin = text.replaceAll(otherScripts, '')
  const language = languageOf(latin.length > text.length * minShareOfLetters ? latin : text) ?? 'en'
  return (key: keyof typeof en, values: Readonly<Record<string, string>> = {}): string =>
    phrases[language][key].replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole)
}

function tableOf({ columns, rows, rowCount }: ComputeOutput, t: ReturnType<typeof words>): string {
  if (rows.length === 0) return t('noRows')
  const head = columns.slice(0, maxColumns).map(({ name }) => inCell(name) || ' ')
  const lines = rows
    .slice(0, maxRows)
    .map((row) => row.slice(0, maxColumns).map((cell) => (cell === null ? '' : inCell(String(cell)))))
  const table = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  return rowCount > maxRows
    ? `${table}\n\n${t('firstRows', { shown: String(maxRows), count: String(rowCount) })}`
    : table
}

/** The statement within an item of a list. */
const fenced = (sql: string): string =>
  ['```sql', ...sql.replaceAll('```', '').split('\n'), '```'].map((line) => `   ${line}`).join('\n')

/** Assembles the report, and lists the sentences with numbers that are in no result, no table and not in the question. */
export function checkReport(work: JobWork, state: AnalysisState): CheckOutput {
  const { structure, analyses, report } = state
  const prose = [report ?? '', ...analyses.map(({ text }) => text ?? '')].join('\n\n')
  return {
    text: reportOf(state),
    unsupported: checkSupport({
      answer: prose,
      question: [work.material.question, ...analyses.map(({ question }) => question)].join('\n'),
      sources: new Map([[0, structure?.text ?? '']]),
      isKnown: numbersOfTables(analyses.flatMap(tableIn)),
    }),
  }
}

const tableIn = (analysis: Analysis) => {
  const found = resultOf(analysis)
  return found ? [{ ...found.result, state: 'done' as const }] : []
}
