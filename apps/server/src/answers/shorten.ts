import { ProviderFault } from '../models/index.ts'
import type { AnswerOutcome } from './close-turn.ts'
import { countPrompt } from './count-prompt.ts'
import type { AnswerToWrite } from './open-turn.ts'
import { promptAfter } from './plan-summary.ts'
import type { AnswerPorts } from './ports.ts'
import { summarise } from './summarise.ts'

/**
 * Has the oldest part of a conversation summarised that does not fit any more, and gives the answer to be written with it in its
 * place. When that fails nothing is lost: the question ends with an error, to be asked again.
 */
export async function shorten(
  ports: AnswerPorts,
  answer: AnswerToWrite,
): Promise<AnswerToWrite | Omit<AnswerOutcome, 'model'>> {
  const { turn, summary, model, allowedModelIds } = answer
  if (!summary) return answer
  const questionCount = summary.turns.length + (summary.rest.earlier?.questionCount ?? 0)
  const tell = (isWritten: boolean) => {
    turn.emit({ type: 'data-summary', data: { questionCount, isWritten } })
    ports.logWriter.wake(turn, true)
  }
  tell(false)
  try {
    const earlier = await summarise(ports, turn, {
      chatId: turn.chatId,
      turns: summary.turns,
      earlier: summary.rest.earlier,
      answeredBy: model,
      allowedModelIds,
      summaryTokens: summary.summaryTokens,
      signal: turn.signal,
    })
    const prompt = promptAfter(summary, earlier)
    tell(true)
    return { ...answer, prompt, inputTokens: countPrompt(prompt), summary: null }
  } catch (error) {
    // Whoever writes sees that it was ended, and ends it.
    if (turn.abortReason) return answer
    ports.log.warn({ err: error, turnId: turn.turnId }, 'a conversation could not be summarised')
    const retryAfterSeconds = error instanceof ProviderFault ? (error.retryAfterSeconds ?? null) : null
    return { state: 'failed', errorCode: 'SUMMARY_FAILED', retryAfterSeconds, usage: null }
  }
}
