import type {
  AccountId,
  BaseId,
  CanvasId,
  ChatId,
  CommentId,
  EndpointName,
  ErrorCode,
  FileId,
  InvocationId,
  PromptId,
  RoomId,
  ScheduleId,
  ThreadId,
  TurnId,
} from '@atrium/contract'
import type { Principal } from '../two-accounts.ts'

/** The things that requests name: all of one account, or all of none. */
export type Things = {
  accountId: AccountId
  roomId: RoomId
  fileId: FileId
  baseId: BaseId
  /** A base that serves every room of the account. */
  accountBaseId: BaseId
  chatId: ChatId
  turnId: TurnId
  /** A template that the room's owner shares with it. */
  promptId: PromptId
  /** A canvas that the room's owner shares with it, to edit. */
  canvasId: CanvasId
  /** A thread on it, with a comment of its owner. */
  threadId: ThreadId
  commentId: CommentId
  /** An ended agent job of the chat's owner, in the chat. */
  invocationId: InvocationId
  /** A paused schedule of the chat's owner, with a run that waits. */
  scheduleId: ScheduleId
}

export type RequestParts = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  /** A value that is sent as JSON, or a form. */
  body?: unknown
  headers?: Record<string, string>
}

export type SoundRequest = {
  /** Distinguishes several requests of one endpoint. */
  about?: string
  /**
   * The parts of a valid request. `things` are its objects, `own` those of the account in which it is sent: so a request can address a
   * child below another parent.
   */
  make(things: Things, own: Things): RequestParts
  /** The thing whose policy decides, when it is not the noun of the endpoint's policy. */
  thing?: 'account' | 'room' | 'chat'
  /**
   * Requests use or edit of an object of the whole account, not of a room: this replaces the endpoint's policy. With `account` as its
   * object, the request names only the account.
   */
  ofAccount?: 'use' | 'edit'
  /** The error for authorized callers, if the request does not succeed. */
  comesTo?: ErrorCode | ((principal: Principal) => ErrorCode | 'ok')
  /** Whether of the account's admins only its owner may. */
  onlyOwner?: boolean
  /** The error for things that are not there or not for the caller, when it is not NOT_FOUND. */
  whenMissing?: ErrorCode
}

/** Valid requests of some endpoints. */
export type SoundRequests = Partial<Record<EndpointName, readonly SoundRequest[]>>
