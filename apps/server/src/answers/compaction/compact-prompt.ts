import { takeAllowance } from '../../credits/index.ts'
import { ProviderFault } from '../../models/index.ts'
import type { AnswerOutcome } from '../write/answer-to-write.ts'
import { countPrompt } from '../plan/count-prompt.ts'
import type { AnswerToWrite } from '../write/answer-to-write.ts'
import { promptAfter } from './plan-summary.ts'
import type { AnswerPorts } from '../ports.ts'
import { writeSummary } from './write-summary.ts'

/**
 * Summarizes the oldest part of a conversation that no longer fits, and returns the answer to write with the summary in its
 * place. On failure the question ends with an error and can be asked again.
 */
export async function compactPrompt(
  ports: AnswerPorts,
  answer: AnswerToWrite,
): Promise<AnswerToWrite | Omit<AnswerOutcome, 'model'>> {
  const { turn, summary, model, allowedModelIds } = answer
  if (!summary) return answer
  const holder = { holder: turn.userId, kind: 'summaries' as const }
  if (!(await takeAllowance(ports.database, holder)))
    return { state: 'failed', errorCode: 'SUMMARY_FAILED', retryAfterSeconds: null, usage: null }
  const questionCount = summary.turns.length + (summary.rest.earlier?.questionCount ?? 0)
  const emitSummary = (isWritten: boolean) => {
    turn.emit({ type: 'data-summary', data: { questionCount, isWritten } })
    ports.logWriter.wake(turn, true)
  }
  emitSummary(false)
  try {
    const earlier = await writeSummary(ports, turn, {
      chatId: turn.chatId,
      turns: summary.turns,
      earlier: summary.rest.earlier,
      answeredBy: model,
      allowedModelIds,
      summaryTokens: summary.summaryTokens,
      signal: turn.signal,
      span: turn.trace?.span,
    })
    const prompt = promptAfter(summary, earlier)
    emitSummary(true)
    return { ...answer, prompt, inputTokens: countPrompt(prompt), summary: null }
  } catch (error) {
    // The writer sees the abort, and ends the turn.
    if (turn.abortReason) return answer
    ports.log.warn(
      { event: 'summary.failed', err: error, turnId: turn.turnId },
      'Could not summarize a conversation',
    )
    const retryAfterSeconds = error instanceof ProviderFault ? (error.retryAfterSeconds ?? null) : null
    return { state: 'failed', errorCode: 'SUMMARY_FAILED', retryAfterSeconds, usage: null }
  }
}
