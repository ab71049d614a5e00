import type { AccountId, FileId, UserId } from '@atrium/contract'
import type { Plans } from '../accounts/index.ts'
import type { FileLinks } from '../files/index.ts'
import type { Database, TenantTransaction } from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'
import type { Storage } from '../platform/storage/index.ts'

export type KnowledgePorts = {
  database: Database
  storage: Storage
  log: Log
  plans: Plans
  fileLinks: FileLinks
  /** The base of the main API, of which links to files are made. */
  mainApiUrl: string
  /** Has a file read, if this transaction commits. */
  enqueueIndexing: (trx: TenantTransaction, job: { accountId: AccountId; fileId: FileId }) => Promise<void>
}

/** Who works in which account. */
export type Actor = { accountId: AccountId; userId: UserId }
