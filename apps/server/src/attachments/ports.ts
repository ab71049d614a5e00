import type { AccountId, FileId, UserId } from '@atrium/contract'
import type { Plans } from '../accounts/index.ts'
import type { FileLinks } from '../files/index.ts'
import type { Database, TenantTransaction } from '../platform/database/index.ts'
import type { Storage } from '../platform/storage/index.ts'

export type AttachmentPorts = {
  database: Database
  storage: Storage
  plans: Plans
  /** Signs links to documents. */
  fileLinks: FileLinks
  /** Enqueues indexing a document, if this transaction commits. */
  enqueueIndexing: (trx: TenantTransaction, file: { accountId: AccountId; fileId: FileId }) => Promise<void>
}

/** The dependencies of erasing. */
export type ErasurePorts = Pick<AttachmentPorts, 'database' | 'storage'>

/** A person acting in an account. */
export type Actor = { accountId: AccountId; userId: UserId }
