import type {
  AccountId,
  ChatId,
  ErrorCode,
  MessageId,
  RoomId,
  ScheduledQuestion,
  ScheduleId,
  SchedulePause,
  ScheduleRule,
  ScheduleRunState,
  ScheduleState,
  TurnId,
  UserId,
} from '@atrium/contract'

/** A schedule as stored. */
export type ScheduleRow = {
  accountId: AccountId
  id: ScheduleId
  roomId: RoomId
  userId: UserId
  title: string
  question: ScheduledQuestion
  rule: ScheduleRule
  /** `YYYY-MM-DD`. */
  endsOn: string | null
  maxRuns: number | null
  state: ScheduleState
  pauseReason: SchedulePause | null
  nextRunAt: Date | null
  runCount: number
  failuresInRow: number
  createdAt: Date
}

/** A run as stored; `due_at` is its key. */
export type RunRow = {
  dueAt: Date
  chatId: ChatId
  turnId: TurnId
  messageId: MessageId
  isManual: boolean
  state: ScheduleRunState
  errorCode: ErrorCode | null
  attempts: number
  endedAt: Date | null
}
