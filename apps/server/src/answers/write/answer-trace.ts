import type { AnswerEnd, ErrorCode, TokenUsage } from '@atrium/contract'
import type { Span } from '../../platform/traces/index.ts'

type Outcome = {
  state: AnswerEnd['state']
  errorCode: ErrorCode | null
  usage: TokenUsage | null
  model: { modelId: string }
}

/** The spans of an answer that this process writes. */
export class AnswerTrace {
  readonly span: Span
  #closing: Span | null = null

  constructor(span: Span) {
    this.span = span
  }

  /** Records that the answer is being stored with its outcome. */
  closing({ state, errorCode, usage, model: { modelId } }: Outcome): void {
    this.#closing = this.span.child('close answer')
    this.span.set({
      'atrium.model.id': modelId,
      'atrium.answer.state': state,
      'error.type': errorCode,
      'gen_ai.usage.input_tokens': usage?.inputTokens,
      'gen_ai.usage.output_tokens': usage?.outputTokens,
    })
    if (state === 'failed') this.span.fail(errorCode ?? 'INTERNAL')
  }

  /** `cut`: the answer is left to another process. */
  end(cut: boolean): void {
    this.#closing?.end()
    if (cut) this.span.set({ 'atrium.answer.state': 'open' })
    this.span.end()
  }
}
