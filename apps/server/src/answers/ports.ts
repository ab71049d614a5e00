import type {
  AccountId,
  AnswerPart,
  BaseId,
  CanvasId,
  ChatId,
  JobKind,
  JobSetup,
  RoomId,
  TurnId,
  UserId,
} from '@atrium/contract'
import type { Plans } from '../accounts/index.ts'
import type { SharedPorts } from '../live/index.ts'
import type { Models } from '../models/index.ts'
import type { WebSearch } from '../web-search/index.ts'
import type { Statement, TenantTransaction } from '../platform/database/index.ts'
import type { Member } from '../platform/http/guards.ts'
import type { ToolServerPorts } from '../tool-servers/index.ts'
import type { Consents } from './tool-servers/consents.ts'
import type { TablePool } from './tables/table-pool.ts'
import type { LogWriter } from './write/log-writer.ts'
import type { AnswerMeasures } from './write/measures.ts'
import type { RunningTurns } from './running-turns.ts'

/** Who asks, in which room if the chat is new. */
export type Asker = Pick<Member, 'accountId' | 'userId' | 'roomId'>

/** The dependencies of answering a question. */
export type AnswerPorts = SharedPorts & {
  plans: Plans
  models: Models
  webSearch: WebSearch
  toolServers: ToolServerPorts
  /** Wakes answers that wait for a decision about a call of a tool. */
  consents: Consents
  /** Opens the tables of spreadsheets. */
  tables: TablePool
  logWriter: LogWriter
  queues: {
    /** Starts the first question of a chat's queue, if no answer is running there. */
    start(chat: { accountId: AccountId; chatId: ChatId }): Promise<void>
  }
  /** The answers that this process is writing now. */
  running: RunningTurns
  measures: AnswerMeasures
  /** Reads the bytes of an attached picture; null when they are gone. */
  readPicture: (storageKey: string) => Promise<Uint8Array | null>
  /** Reads the current texts of the given canvases, without those that the person may not see. */
  readCanvases: (
    trx: TenantTransaction,
    actor: Pick<Asker, 'accountId' | 'userId'>,
    canvasIds: readonly CanvasId[],
  ) => Promise<{ canvasId: CanvasId; title: string; markdown: string }[]>
  /** Returns those knowledge bases of the given canvases that the person may use. */
  basesOfCanvases: (
    trx: TenantTransaction,
    actor: Pick<Asker, 'accountId' | 'userId'>,
    canvasIds: readonly CanvasId[],
  ) => Promise<BaseId[]>
  /** How long an answer waits for its documents, in milliseconds. */
  documentWaitMs: number
  /** Publishes to a person's open browsers that a question mentions them. */
  publishMention: (person: { accountId: AccountId; userId: UserId }) => void
  /** The statement that enqueues the naming of a chat, for the transaction that ends its first answer. */
  enqueueingTitle: (job: TitleJob) => Promise<Statement>
  /** Statements that record the retrieved and cited sources of an answer, for the transaction that ends it; not for temporary chats. */
  noteSources: (ended: {
    accountId: AccountId
    roomId: RoomId
    turnId: TurnId
    parts: readonly AnswerPart[]
  }) => Statement[]
  /** Starts an agent job that writes the answer of a turn, in the transaction that opens the turn. */
  startJob: (trx: TenantTransaction, job: JobToStart) => Promise<void>
  /** The statement that enqueues erasing temporary chats that were left. */
  enqueueingErasure: () => Promise<Statement>
}

/** An open turn whose answer an agent job will write. */
export type JobToStart = {
  accountId: AccountId
  userId: UserId
  chatId: ChatId
  turnId: TurnId
  roomId: RoomId
  kind: JobKind
  budgetMilli: number
  reviewsPlan: boolean
  /** The question's settings for this kind of job. */
  setup: JobSetup | null
}

export type TitleJob = { accountId: AccountId; userId: UserId; chatId: ChatId; turnId: TurnId }
