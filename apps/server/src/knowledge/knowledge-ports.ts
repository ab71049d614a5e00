import type { AccountId, ChatId, FileId, RoomId, UserId } from '@atrium/contract'
import type { Plans } from '../accounts/index.ts'
import type { FileLinks } from '../files/index.ts'
import type { Database, TenantTransaction, Transaction } from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'
import type { Storage } from '../platform/storage/index.ts'
import type { EnqueueFetch } from './sources/source-ports.ts'

export type KnowledgePorts = {
  database: Database
  storage: Storage
  log: Log
  plans: Plans
  fileLinks: FileLinks
  /** The base of the main API, of which links to files are made. */
  mainApiUrl: string
  /** Has a file read, if this transaction commits. */
  enqueueIndexing: EnqueueIndexing
  /** Has a page or sitemap of a base fetched, if this transaction commits. */
  enqueueFetch: EnqueueFetch
  /** Tells open browsers that files or bases of a room changed. */
  onKnowledgeChanged(room: { accountId: AccountId; roomId: RoomId }): void
  /** A file that came with a question, for who uploaded it or may read the chat; null for everybody else. */
  attachmentOpenTo?: (
    trx: TenantTransaction,
    actor: Actor,
    file: { fileId: FileId; chatId: ChatId | undefined },
  ) => Promise<OpenAttachment | null>
}

export type EnqueueIndexing = (
  trx: Transaction,
  file: { accountId: AccountId; fileId: FileId },
) => Promise<void>

/** `url` opens its bytes for who asked; null when these are gone. */
export type OpenAttachment = { name: string; contentType: string; sizeBytes: number; url: string | null }

/** Who works in which account. */
export type Actor = { accountId: AccountId; userId: UserId }
