import type { ToolServerProblem } from '@atrium/contract'

/** A tool server could not be used. */
export class ToolServerFailure extends Error {
  readonly problem: ToolServerProblem

  constructor(problem: ToolServerProblem, options?: { cause?: unknown }) {
    super(`The tool server could not be used: ${problem}.`, options)
    this.name = 'ToolServerFailure'
    this.problem = problem
  }
}
