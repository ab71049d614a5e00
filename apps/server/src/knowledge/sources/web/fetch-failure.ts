import type { SourceProblem } from '@atrium/contract'

/** An address could not be fetched; `mayPass` for transient failures. */
export class FetchFailure extends Error {
  readonly problem: SourceProblem
  readonly mayPass: boolean

  constructor(
    problem: SourceProblem,
    { mayPass = false, cause }: { mayPass?: boolean; cause?: unknown } = {},
  ) {
    super(`The address could not be fetched: ${problem}.`, { cause })
    this.name = 'FetchFailure'
    this.problem = problem
    this.mayPass = mayPass
  }
}
