import type {
  AccountId,
  askQuestion,
  ChatId,
  ErrorCode,
  ParsedRequest,
  Question,
  RoomId,
  TurnId,
  UserId,
} from '@atrium/contract'
import type { FoldedAnswer } from './answer-fold.ts'

/** The person, account and room of a question. An answer keeps it, though the reader may switch accounts meanwhile. */
export type AskContext = { userId: UserId; accountId: AccountId; roomId: RoomId | null }

/** A question with all its ids, as it goes to the server. */
export type AskRequest = ParsedRequest<typeof askQuestion>['body']

/** A question asked in this browser, stored until the server has accepted it. */
export type AskedHere = { request: AskRequest; question: Question }

/** The server refused the question; nothing was charged. */
export type Refusal = {
  code: ErrorCode
  retryAfterSeconds: number | null
  details: Record<string, string | number | boolean>
}

/** Thrown by a transport when the server refused; any other error counts as a broken connection. */
export class AnswerRefused extends Error {
  override name = 'AnswerRefused'
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

/**
 * - `asking`: sent, no reply yet.
 * - `reading`: receiving events.
 * - `reconnecting`: the connection is lost; retrying.
 * - `ended`: the answer is complete, or was refused.
 */
export type Connection = 'asking' | 'reading' | 'reconnecting' | 'ended'

/** A running turn, as this browser knows it. Values are immutable. */
export type RunningAnswer = FoldedAnswer & {
  turnId: TurnId
  chatId: ChatId
  context: AskContext
  /** Null if it was asked elsewhere and is only read here. */
  asked: AskedHere | null
  /** The server has accepted the question. */
  accepted: boolean
  connection: Connection
  stopping: boolean
  refusal: Refusal | null
  /** When the last word arrived (or the question was asked), as `Date.now()`. */
  lastWordAtMs: number
}

/** The transport to the streaming API. Bodies are event streams; a refusal is thrown as `AnswerRefused`. */
export type AnswerTransport = {
  ask(asked: AskedHere, context: AskContext, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>
  read(
    turnId: TurnId,
    after: number,
    context: AskContext,
    signal: AbortSignal,
  ): Promise<ReadableStream<Uint8Array>>
  stop(turnId: TurnId, context: AskContext): Promise<void>
}
