import type {
  AccountId,
  ChatId,
  ErrorCode,
  InvocationId,
  JobKind,
  JobPause,
  JobSetup,
  JobState,
  JobStepKind,
  RoomId,
  TokenUsage,
  TurnId,
  UserId,
} from '@atrium/contract'

/** A job as stored, without its lease. */
export type JobRow = {
  accountId: AccountId
  id: InvocationId
  turnId: TurnId
  chatId: ChatId
  roomId: RoomId
  userId: UserId
  kind: JobKind
  state: JobState
  reviewsPlan: boolean
  confirmedPlan: string[] | null
  /** In the form of its kind. */
  setup: JobSetup | null
  budgetMilli: number
  spentMilli: number
  pause: JobPause | null
  errorCode: ErrorCode | null
  createdAt: Date
  endedAt: Date | null
}

/** A step that has ended. */
export type FinishedStep = {
  key: string
  kind: JobStepKind
  title: string
  /** In the form of its kind. */
  output: unknown
  usage: TokenUsage | null
  costMilli: number
  toolCalls: number
  durationMs: number
}
