import type { AccountId, CheckRunId, UserId } from '@atrium/contract'
import type { Database, Transaction } from '../platform/database/index.ts'

/** Who works in which account. */
export type Actor = { accountId: AccountId; userId: UserId }

/** Which run is to be worked on. */
export type RunJob = { accountId: AccountId; runId: CheckRunId }

export type CheckPorts = {
  database: Database
  /** Has a run worked on, if this transaction commits. */
  enqueueRun: (trx: Transaction, job: RunJob) => Promise<void>
}
