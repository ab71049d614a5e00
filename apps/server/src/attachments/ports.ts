import type { AccountId, UserId } from '@atrium/contract'
import type { Database } from '../platform/database/index.ts'
import type { Storage } from '../platform/storage/index.ts'

export type AttachmentPorts = { database: Database; storage: Storage }

/** Who works in which account. */
export type Actor = { accountId: AccountId; userId: UserId }
