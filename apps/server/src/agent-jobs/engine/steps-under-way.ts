import type { Step } from './program.ts'

/** Another worker has the job. */
export class LeaseLost extends Error {}

/** The steps of a job that run at this moment. */
export class StepsUnderWay {
  readonly #steps = new Map<string, { step: Step; maxMilli: number; ended: Promise<void> }>()
  /** The first failure of a step, or of beginning one. */
  fault: { error: unknown } | null = null

  get count(): number {
    return this.#steps.size
  }

  get current(): Step[] {
    return [...this.#steps.values()].map(({ step }) => step)
  }

  /** The sum of their maximum prices, in thousandths of a credit. */
  get reservedMilli(): number {
    return [...this.#steps.values()].reduce((sum, { maxMilli }) => sum + maxMilli, 0)
  }

  has(key: string): boolean {
    return this.#steps.has(key)
  }

  begin(step: Step, maxMilli: number, done: Promise<void>): void {
    const ended = done
      .catch((error: unknown) => this.failWith(error))
      .finally(() => this.#steps.delete(step.key))
    this.#steps.set(step.key, { step, maxMilli, ended })
  }

  failWith(error: unknown): void {
    this.fault ??= { error }
  }

  /** Resolves once one of them has ended; at once when there is none. */
  async nextEnded(): Promise<void> {
    if (this.count > 0) await Promise.race([...this.#steps.values()].map(({ ended }) => ended))
  }

  async allEnded(): Promise<void> {
    await Promise.all([...this.#steps.values()].map(({ ended }) => ended))
  }
}
