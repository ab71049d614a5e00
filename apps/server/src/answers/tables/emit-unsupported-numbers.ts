import { answerText, sourcesIn, tablesIn, webIn } from '@atrium/contract'
import { checkSupport } from '../sources/check-support.ts'
import type { AnswerOutcome, AnswerToWrite } from '../write/answer-to-write.ts'
import { numbersOfTables } from './numbers-of-tables.ts'

/**
 * Publishes which sentences of a finished answer have numbers that neither a result nor the question has. An answer with sources from
 * files is checked with them.
 */
export function emitUnsupportedNumbers(
  { turn, prompt }: Pick<AnswerToWrite, 'turn' | 'prompt'>,
  { state }: Pick<AnswerOutcome, 'state'>,
): void {
  const tables = tablesIn(turn.parts)
  const last = tables.at(-1)
  const answer = answerText(turn.parts)
  const isChecked = tables.some((table) => table.state === 'done')
  if (!last || !isChecked || answer === '' || state === 'failed' || sourcesIn(turn.parts)?.unsupported) return
  const question = prompt.findLast(({ role }) => role === 'user')?.text ?? ''
  const { type: _type, id, ...data } = last
  const pages = (webIn(turn.parts)?.sources ?? []).map(({ number, text }) => [number, text] as const)
  const unsupported = checkSupport({
    answer,
    question,
    sources: new Map(pages),
    isKnown: numbersOfTables(tables),
  })
  turn.emit({ type: 'data-table', id, data: { ...data, unsupported } })
}
