import { answerText, sourcesIn, tablesIn, webIn } from '@atrium/contract'
import { checkSupport } from './check-support.ts'
import { numbersOfTables } from '../tables/numbers-of-tables.ts'
import type { AnswerOutcome } from '../write/answer-to-write.ts'
import type { AnswerToWrite } from '../write/answer-to-write.ts'
import type { SourceToRead } from '../plan/source-prompt.ts'

/** Publishes which sentences of a finished answer no source supports, where the room has them marked. */
export function emitUnsupported(
  { turn, search, read }: Pick<AnswerToWrite, 'turn' | 'search'> & { read: readonly SourceToRead[] },
  { state }: Pick<AnswerOutcome, 'state'>,
): void {
  const answer = answerText(turn.parts)
  const streamed = sourcesIn(turn.parts)
  if (!streamed || !search?.marksUnsupported || read.length === 0 || answer === '' || state === 'failed')
    return
  const { sources, trace } = streamed
  const tables = tablesIn(turn.parts)
  const unsupported = checkSupport({
    answer,
    ...(tables.length > 0 && { isKnown: numbersOfTables(tables) }),
    question: search.question,
    sources: new Map(
      [...read, ...(webIn(turn.parts)?.sources ?? [])].map(({ number, text }) => [number, text]),
    ),
  })
  turn.emit({ type: 'data-sources', id: 'sources', data: { sources, trace, unsupported } })
}
