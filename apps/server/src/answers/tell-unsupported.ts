import { answerText, sourcesIn } from '@atrium/contract'
import { checkSupport } from './check-support.ts'
import type { AnswerOutcome } from './close-turn.ts'
import type { AnswerToWrite } from './open-turn.ts'
import type { SourceToRead } from './source-prompt.ts'

/** Tells which sentences of an answer that has ended nothing of its sources supports, where the room has them marked. */
export function tellUnsupported(
  { turn, search, read }: Pick<AnswerToWrite, 'turn' | 'search'> & { read: readonly SourceToRead[] },
  { state }: Pick<AnswerOutcome, 'state'>,
): void {
  const answer = answerText(turn.parts)
  const told = sourcesIn(turn.parts)
  if (!told || !search?.marksUnsupported || read.length === 0 || answer === '' || state === 'failed') return
  const { sources, trace } = told
  const unsupported = checkSupport({
    answer,
    question: search.question,
    sources: new Map(read.map(({ number, text }) => [number, text])),
  })
  turn.emit({ type: 'data-sources', id: 'sources', data: { sources, trace, unsupported } })
}
