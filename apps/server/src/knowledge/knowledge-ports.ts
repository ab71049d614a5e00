import type { AccountId, ChatId, FileId, SourceId } from '@atrium/contract'
import type { Plans } from '../accounts/index.ts'
import type { FileLinks } from '../files/index.ts'
import type { Database, TenantTransaction, Transaction } from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'
import type { Storage } from '../platform/storage/index.ts'
import type { Actor, HomeId } from './homes.ts'
import type { DocumentReaders } from './sources/documents/document-reader.ts'

export type SourceJob = { accountId: AccountId; sourceId: SourceId }

/** Enqueues fetching a URL, if this transaction commits. */
export type EnqueueFetch = (trx: Transaction, job: SourceJob) => Promise<void>

export type KnowledgePorts = {
  database: Database
  storage: Storage
  log: Log
  plans: Plans
  fileLinks: FileLinks
  /** The main API's base URL, for links to files. */
  mainApiUrl: string
  /** Enqueues indexing a file, if this transaction commits. */
  enqueueIndexing: EnqueueIndexing
  /** Enqueues fetching a page or sitemap of a base, if this transaction commits. */
  enqueueFetch: EnqueueFetch
  /** Reads canvases and chats that are sources of a base. */
  documents: DocumentReaders
  /** Notifies open browsers that files or bases of a room, or of the whole account, changed. */
  onKnowledgeChanged(home: { accountId: AccountId; roomId: HomeId }): void
  /** Returns a document attached to a question, for its uploader or readers of its chat; null for everybody else. */
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

/** `url` opens its bytes for the requester; null when these are gone. */
export type OpenAttachment = { name: string; contentType: string; sizeBytes: number; url: string | null }
