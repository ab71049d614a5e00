import type { DocumentProblem } from '@atrium/contract'

/** A document that cannot be read, with the reason in the contract's words. `cause` is for the log alone. */
export class DocumentFailure extends Error {
  readonly problem: DocumentProblem

  constructor(problem: DocumentProblem, cause?: unknown) {
    super(`The document cannot be read: ${problem}.`, { cause })
    this.name = 'DocumentFailure'
    this.problem = problem
  }
}
