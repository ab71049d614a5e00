import type { AccountId, InvocationId, UserId } from '@atrium/contract'
import type { AnswerPorts } from '../answers/index.ts'
import type { Transaction } from '../platform/database/index.ts'

/** A person acting in an account. */
export type Actor = { accountId: AccountId; userId: UserId }

export type JobKey = { accountId: AccountId; jobId: InvocationId }

export type JobPorts = AnswerPorts & {
  /** Wakes a worker for a job, if this transaction commits. */
  wakeWorker: (trx: Transaction, job: JobKey) => Promise<void>
}
