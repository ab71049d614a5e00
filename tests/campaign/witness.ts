import type { SeenAnswer, SentQuestion } from '@atrium/testkit'

/** Records everything sent to the server, its acknowledgments, and what each reader was shown. */
export class Witness {
  readonly sent: SentQuestion[] = []
  readonly acknowledged: SentQuestion[] = []
  readonly seen: SeenAnswer[] = []
  readonly #leaving = new AbortController()

  /** Aborted when all readers shall go. */
  get leaving(): AbortSignal {
    return this.#leaving.signal
  }

  /** Records a question before it is sent; returns the record for its outcome. */
  sends(question: SentQuestion): SeenAnswer {
    this.sent.push(question)
    return this.reads(question.turnId)
  }

  reads(turnId: string): SeenAnswer {
    const seen: SeenAnswer = { turnId, events: [] }
    this.seen.push(seen)
    return seen
  }

  acknowledges(question: SentQuestion): void {
    this.acknowledged.push(question)
  }

  leave(): void {
    this.#leaving.abort()
  }
}
