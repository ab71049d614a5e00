import type { DocumentProblem } from '@atrium/contract'
import { DocumentFailure } from '../documents/index.ts'
import { type Database, isDatabaseUnavailable } from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'
import { failRun, giveBackTry, type IndexRun, mostTries, RunGivenUpError } from './index-run.ts'

/** A file that cannot be read for a reason that its reader does not know. */
export class UnreadableError extends Error {
  readonly problem: DocumentProblem

  constructor(problem: DocumentProblem, options?: ErrorOptions) {
    super(`The file cannot be read: ${problem}.`, options)
    this.name = 'UnreadableError'
    this.problem = problem
  }
}

/** Ends a try that threw: with a state of the file, or by throwing on, so that the job is tried again. */
export async function settleFailure(
  { database, log }: { database: Database; log: Log },
  run: IndexRun,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  if (error instanceof RunGivenUpError) return
  if (signal.aborted) {
    await giveBackTry(database, run).catch(() => undefined)
    throw error
  }
  const problem = problemOf(error)
  const { fileId, tries } = run
  if (problem === 'INTERNAL') log.warn({ fileId, tries, err: error }, 'a file could not be read')
  else if (problem === 'UNAVAILABLE')
    log.warn({ fileId, err: error }, 'a file cannot be had from the storage')
  if (isDatabaseUnavailable(error) || (problem === 'INTERNAL' && tries < mostTries)) throw error
  await failRun(database, run, problem).catch((failure: unknown) => {
    if (!(failure instanceof RunGivenUpError)) throw failure
  })
}

const problemOf = (error: unknown): DocumentProblem =>
  error instanceof DocumentFailure || error instanceof UnreadableError ? error.problem : 'INTERNAL'
