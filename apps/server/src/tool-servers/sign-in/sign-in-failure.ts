import type { SignInProblem } from '@atrium/contract'

/** A sign-in to a tool server did not come about, or its tokens could not be refreshed. */
export class SignInFailure extends Error {
  readonly problem: SignInProblem

  constructor(problem: SignInProblem, options?: { cause?: unknown }) {
    super(`The sign-in to the tool server failed: ${problem}.`, options)
    this.name = 'SignInFailure'
    this.problem = problem
  }
}
