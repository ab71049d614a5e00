import type { AnswerPorts } from '../ports.ts'

const pollMs = 20

/**
 * Prepares this process to end: running answers may finish within the time, in milliseconds; the others are handed over to the
 * next process, which continues them.
 */
export async function drainAnswers(
  { running }: Pick<AnswerPorts, 'running'>,
  withinMs: number,
): Promise<void> {
  const giveUpAt = performance.now() + withinMs
  while (running.size > 0) {
    // In each round: a question may have been accepted meanwhile.
    if (performance.now() >= giveUpAt) for (const turn of running.values()) turn.abort('handed-over')
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
