import { questionOf, type Conversation } from '../conversation.ts'
import { detectLanguage } from '../language/detect-language.ts'
import { columnsIn, type DescribedTable, resultIn } from './table-results.ts'
import { type TableTexts, tableTexts } from './texts/table-texts.ts'
import { writeQuery } from './write-query.ts'

const taskOf = /^Data analysis task: (plan|query|interpret|report)\b/m
/** Rows that a finding names. */
const rowsNamed = 3
const maxAnalyses = 3

/** The answer to one step of a data analysis, from the kinds of the columns; null for anything else. */
export function analyseData(conversation: Conversation): string | null {
  const task = taskOf.exec(conversation.instructions)?.[1]
  if (task === undefined) return null
  const text = questionOf(conversation)
  const question = /(?:^|\n)Question: ([^]*)$/.exec(text)?.[1] ?? text
  const texts = tableTexts[detectLanguage(question)]
  switch (task) {
    case 'plan':
      return planOf(describedIn(text), question, texts)
    case 'query':
      return queryOf(text, texts)
    case 'interpret':
      return findingOf(text, texts)
    default:
      return reportOf(text, texts)
  }
}

/** The tables of a prompt, the longest first. */
const describedIn = (text: string): DescribedTable[] =>
  text
    .split(/^Table of .*:\n/m)
    .slice(1)
    .flatMap((described) => columnsIn(described) ?? [])
    .toSorted((one, other) => other.rowCount - one.rowCount)

/** One figure by a group, its average, and by month; or how many rows there are. */
function planOf([table]: DescribedTable[], question: string, texts: TableTexts): string {
  if (!table) return `- ${question.split('\n')[0] ?? ''}`
  const of = (kind: string) => table.columns.filter((column) => column.kind === kind)
  const [figure] = of('number').map(({ name }) => name.replaceAll('_', ' '))
  const group = of('text').toSorted((one, other) => one.distinct - other.distinct)[0]?.name ?? ''
  const by = group.replaceAll('_', ' ')
  const plan = figure
    ? [
        texts.title(`total ${figure}`, by),
        texts.title(`average ${figure}`, by),
        ...(of('date').length > 0 ? [texts.title(`total ${figure}`, 'month')] : []),
      ]
    : [texts.title('row count', by)]
  return plan
    .slice(0, maxAnalyses)
    .map((analysis) => `- ${analysis} (${table.name})`)
    .join('\n')
}

/** A statement that stands in the analysis, as its owner wrote it; after a refusal, and without one, another. */
function queryOf(text: string, texts: TableTexts): string {
  const analysis = /(?:^|\n)Analysis: ([^\n]*)/.exec(text)?.[1] ?? ''
  const written = /\bselect\b.*$/i.exec(analysis)?.[0]
  const tables = describedIn(text)
  const table = tables.find(({ name }) => analysis.includes(`(${name})`)) ?? tables[0]
  if (!table) return 'There is no table.'
  const { sql, title } = writeQuery(table, analysis, texts)
  const isRefused = text.includes('Your statement was refused.')
  return `Title: ${title}\n\n\`\`\`sql\n${written !== undefined && !isRefused ? written : sql}\n\`\`\``
}

function findingOf(text: string, texts: TableTexts): string {
  const result = resultIn(
    text.slice(Math.max(0, text.indexOf('Result of query'))).split('\n\nQuestion: ')[0] ?? '',
  )
  if (!result || result.rows.length === 0) return texts.failed
  const { columns, rows, rowCount } = result
  const named = rows
    .slice(0, rowsNamed)
    .map(([first = '', ...rest]) =>
      rest.length === 0
        ? `${columns[0] ?? ''} **${first}**`
        : `${first}: ${rest.map((cell, index) => `${columns[index + 1] ?? ''} **${cell}**`).join(', ')}`,
    )
  return `${texts.intro.replace('{count}', rowCount)} ${named.join('; ')}.`
}

/** The first sentences of the findings. */
function reportOf(text: string, texts: TableTexts): string {
  const findings = [...text.matchAll(/^Findings on (".*"):\n((?:\| [^\n]*(?:\n|$))+)/gm)]
  const lines = findings.map(
    ([, analysis = '""', said = '']) =>
      `- ${String(JSON.parse(analysis))}: ${said.replaceAll(/^\| /gm, '').trim()}`,
  )
  return [...lines, '', texts.outro].join('\n')
}
