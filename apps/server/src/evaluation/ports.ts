import type { AccountId, CheckRunId, UserId } from '@atrium/contract'
import type { Models } from '../models/index.ts'
import type { Database, Transaction } from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'

/** A person acting in an account. */
export type Actor = { accountId: AccountId; userId: UserId }

/** The run to work on. */
export type RunJob = { accountId: AccountId; runId: CheckRunId }

export type EvaluationPorts = {
  database: Database
  /** Enqueues the work on a run, if this transaction commits. */
  enqueueRun: (trx: Transaction, job: RunJob) => Promise<void>
}

export type SearchPorts = {
  database: Database
  log: Log
  /** Provides the embedding model, if any. */
  models: Pick<Models, 'embedder'>
}
