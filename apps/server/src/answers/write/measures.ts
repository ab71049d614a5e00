import type { AnswerEnd, ErrorCode, TokenUsage } from '@atrium/contract'

/** Metrics of one answer while this process writes it. */
export type WritingMeasure = {
  /** Records that another model answers from now on. */
  answeredBy(modelId: string): void
  end(): void
}

/** Metrics of answers; `modelId` is the answering model. */
export type AnswerMeasures = {
  /** Records that this process starts writing an answer. */
  begin(modelId: string): WritingMeasure
  /** Records the seconds from the question to the first visible word. */
  firstWord(modelId: string, seconds: number): void
  ended(answer: {
    modelId: string
    state: AnswerEnd['state']
    errorCode: ErrorCode | null
    usage: TokenUsage | null
    /** Seconds since the question, or since this process took it over. */
    seconds: number
  }): void
}
