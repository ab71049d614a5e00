import type { AccountId, FileId, UserId } from '@atrium/contract'
import type { FileLinks } from '../files/index.ts'
import type { Database, TenantTransaction } from '../platform/database/index.ts'
import type { Storage } from '../platform/storage/index.ts'

export type AttachmentPorts = {
  database: Database
  storage: Storage
  /** Signs links to documents. */
  fileLinks: FileLinks
  /** Has a document read, if this transaction commits. */
  enqueueIndexing: (trx: TenantTransaction, file: { accountId: AccountId; fileId: FileId }) => Promise<void>
}

/** What erasing works with. */
export type ErasurePorts = Pick<AttachmentPorts, 'database' | 'storage'>

/** Who works in which account. */
export type Actor = { accountId: AccountId; userId: UserId }
