import type { DocumentProblem } from '@atrium/contract'
import { DocumentFailure } from '@atrium/documents'
import { type Database, isDatabaseUnavailable } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log.ts'
import { failRun, refundAttempt, type IndexRun, maxTries, RunGivenUpError } from './index-run.ts'

/** A file that can't be read for a reason unknown to its reader. */
export class UnreadableError extends Error {
  readonly problem: DocumentProblem

  constructor(problem: DocumentProblem, options?: ErrorOptions) {
    super(`The file cannot be read: ${problem}.`, options)
    this.name = 'UnreadableError'
    this.problem = problem
  }
}

/** Ends an attempt that threw: sets the file's state, or rethrows, so that the job is retried. */
export async function settleFailure(
  { database, log }: { database: Database; log: Log },
  run: IndexRun,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  if (error instanceof RunGivenUpError) return
  if (signal.aborted) {
    await refundAttempt(database, run).catch(() => undefined)
    throw error
  }
  const problem = problemOf(error)
  const { fileId, tries } = run
  if (problem === 'INTERNAL')
    log.warn({ event: 'file.read_failed', fileId, tries, err: error }, 'Could not read a file')
  else if (problem === 'UNAVAILABLE')
    log.warn({ event: 'file.unavailable', fileId, err: error }, 'Could not get a file from the storage')
  if (isDatabaseUnavailable(error) || (problem === 'INTERNAL' && tries < maxTries)) throw error
  await failRun(database, run, problem).catch((failure: unknown) => {
    if (!(failure instanceof RunGivenUpError)) throw failure
  })
}

const problemOf = (error: unknown): DocumentProblem =>
  error instanceof DocumentFailure || error instanceof UnreadableError ? error.problem : 'INTERNAL'
