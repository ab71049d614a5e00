import type { Problem } from '../problem.ts'

/** OpenAI's error envelope. */
export function openaiProblem({ message, type, param, code }: Problem): unknown {
  return { error: { message, type, param, code } }
}
