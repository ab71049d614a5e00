import type { AccountId, AnswerPart, ChatId, RoomId, TurnId, UserId } from '@atrium/contract'
import type { Models } from '../models/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, TenantTransaction } from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'
import type { Storage } from '../platform/storage/index.ts'
import type { LogWriter } from './log-writer.ts'
import type { Notices } from './notices.ts'
import type { RunningTurn } from './running-turn.ts'

/** What the road of a question works with. */
export type AnswerPorts = {
  database: Database
  models: Models
  log: Log
  clock: Clock
  notices: Notices
  /** Names this process as the owner of leases. */
  nodeId: string
  logWriter: LogWriter
  /** The answers that this process is writing now. */
  running: Map<TurnId, RunningTurn>
  /** Where pictures are. */
  storage: Storage
  /** The bytes of a picture that came with a question; null when they are gone. */
  readPicture: (storageKey: string) => Promise<Uint8Array | null>
  /** How long an answer waits for the documents of its question at most, in milliseconds. */
  documentWaitMs: number
  /** Tells the open browsers of somebody that they were named in a question. */
  tellMentioned: (person: { accountId: AccountId; userId: UserId }) => void
  /** Enqueues the naming of a chat, in the transaction that ends its first answer. */
  enqueueTitle: (trx: TenantTransaction, job: TitleJob) => Promise<void>
  /** Notes what an answer found in files and cites of them, in the transaction that ends it; not for temporary chats. */
  noteSources: (
    trx: TenantTransaction,
    ended: { accountId: AccountId; roomId: RoomId; turnId: TurnId; parts: readonly AnswerPart[] },
  ) => Promise<void>
  /** Has temporary chats that were left erased, if this transaction commits. */
  enqueueErasure: (trx: TenantTransaction) => Promise<void>
}

export type TitleJob = { accountId: AccountId; userId: UserId; chatId: ChatId; turnId: TurnId }
