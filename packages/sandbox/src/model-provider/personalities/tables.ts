import { questionOf, type Conversation } from '../conversation.ts'
import type { ToolCall } from '../answer/steps.ts'
import { detectLanguage } from '../language/detect-language.ts'
import { keywordsOf } from '../language/words.ts'
import { asksForSideTask } from './side-tasks.ts'
import { tableTexts } from './texts/table-texts.ts'
import { columnsIn, type DescribedTable, resultIn, tablesIn } from './table-results.ts'
import { writeQuery } from './write-query.ts'

/** The next call of a sandbox model that is offered tables: list, describe one, query it; null when it can answer. */
export function tableCallOf(conversation: Conversation): ToolCall | null {
  const { tools, toolResults } = conversation
  if (!tools.includes('query_tables') || asksForSideTask(conversation)) return null
  if (toolResults.some((text) => resultIn(text) !== null || isFailure(text))) return null
  const described = toolResults.map((text) => columnsIn(text)).find((table) => table !== null)
  if (described) return queryOf(conversation, described)
  const tables = toolResults.flatMap((text) => tablesIn(text))
  const [best] = tables.toSorted(
    (one, other) =>
      fit(other.text, conversation) - fit(one.text, conversation) || other.rowCount - one.rowCount,
  )
  if (best) return { name: 'describe_table', input: { table: best.name } }
  return toolResults.length > 0 ? null : { name: 'list_tables', input: {} }
}

const isFailure = (text: string): boolean =>
  /^(?:Query \d+ failed|The spreadsheets could not be loaded|There are no tables|No calls of this tool|The person may not)/.test(
    text,
  )

/** How many words of the question a text has. */
function fit(text: string, conversation: Conversation): number {
  const question = questionOf(conversation)
  const folded = text.toLowerCase()
  return keywordsOf(question, detectLanguage(question)).filter((word) => folded.includes(word.toLowerCase()))
    .length
}

function queryOf(conversation: Conversation, table: DescribedTable): ToolCall {
  const question = questionOf(conversation)
  const { sql, title } = writeQuery(table, question, tableTexts[detectLanguage(question)])
  return { name: 'query_tables', input: { sql, title } }
}

/** Rows that the answer names. */
const rowsNamed = 3

/** What the sandbox says about the result of its query, with the numbers of the result; null without one. */
export function answerFromTables(conversation: Conversation): string | null {
  const { toolResults } = conversation
  const texts = tableTexts[detectLanguage(questionOf(conversation))]
  const failed = toolResults.some(isFailure)
  const result = toolResults.map((text) => resultIn(text)).findLast((found) => found !== null)
  if (!result || result.rows.length === 0) return failed || result ? texts.failed : null
  const { columns, rows, rowCount } = result
  const named = rows.slice(0, rowsNamed).map((row) => {
    const [first = '', ...rest] = row
    if (columns.length === 1) return `- ${columns[0]}: **${first}**`
    return `- ${first}: ${rest.map((cell, index) => `${columns[index + 1] ?? ''} **${cell}**`).join(', ')}`
  })
  return [texts.intro.replace('{count}', rowCount), '', ...named, '', texts.outro].join('\n')
}
