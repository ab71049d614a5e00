import { z } from 'zod'
import { Mention, standInText } from '../chats/mentions.ts'
import { Modifiers } from '../chats/modifiers.ts'
import { UsedTemplate, ResponseStyle } from '../chats/answers.ts'
import { AskedJobKind } from './job-progress.ts'
import { DataAnalysis } from './data-analyses.ts'
import { TableRun } from './table-runs.ts'
import { Translation } from './translations.ts'
import { endpoint, messagePageReply, messageReply, pageNumber } from '../endpoint.ts'
import { ErrorCode } from '../errors.ts'
import { BaseId, ChatId, RoomId, ScheduleId, TurnId, UserId } from '../ids.ts'
import { limits } from '../limits.ts'
import { Line, Text } from '../text/text.ts'

/** How often a schedule runs. */
export const scheduleIntervals = ['daily', 'weekdays', 'weekly', 'monthly'] as const
export type ScheduleInterval = (typeof scheduleIntervals)[number]

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** When a schedule runs, in local time: daylight saving changes the instant, not the hour. */
export const ScheduleRule = z.strictObject({
  interval: z.enum(scheduleIntervals),
  /** The hour and minute, `HH:MM`. */
  time: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'A time has the form HH:MM.'),
  /** IANA name, such as `Europe/Paris`. */
  timeZone: z
    .string()
    .regex(/^[A-Za-z0-9_+/-]{1,60}$/, 'This is not the name of a time zone.')
    .refine(isTimeZone, 'This is not the name of a time zone.'),
  /** For `weekly`: 1 is Monday, 7 Sunday. */
  weekday: z.int().min(1).max(7),
  /** For `monthly`: in shorter months, the last day. */
  dayOfMonth: z.int().min(1).max(31),
})
export type ScheduleRule = z.infer<typeof ScheduleRule>

/**
 * The question of each run, as `AskQuestion` has it. Attachments belong to one question and are not repeated, except the file that a job
 * works on.
 */
export const ScheduledQuestion = z
  .strictObject({
    text: Text(limits.questionCharacters).refine((text) => text.trim() !== '', 'Write a question first.'),
    mentions: z.array(Mention).max(limits.maxMentions).optional(),
    modelId: z.string().min(1).max(200),
    style: ResponseStyle.default('quick'),
    modifiers: Modifiers.optional(),
    baseIds: z.array(BaseId).max(limits.maxBasesAsked).optional(),
    usesRoomFiles: z.boolean().optional(),
    usesWeb: z.boolean().optional(),
    template: UsedTemplate.optional(),
    /** The kind of agent job that writes each answer, as in `AskQuestion`. */
    jobKind: AskedJobKind.optional(),
    /** For `table-run`: each run reads the table again, and takes the rows that it then has, up to the number. */
    table: TableRun.optional(),
    /** For `translation`: each run reads the document again. */
    translation: Translation.optional(),
    /** For `data-analysis`: each run reads the spreadsheets again. */
    analysis: DataAnalysis.optional(),
    /** For an answer that an agent job writes: the budget of each run. */
    budgetCredits: z.int().min(1).max(limits.maxJobBudgetCredits).optional(),
  })
  .refine(({ text, mentions = [] }) => standInText(mentions, text), {
    path: ['mentions'],
    message: 'A mention must stand in the text with its @.',
  })
  .refine(
    ({ jobKind, table, translation, analysis }) =>
      (jobKind === 'table-run') === (table !== undefined) &&
      (jobKind === 'translation') === (translation !== undefined) &&
      (jobKind === 'data-analysis') === (analysis !== undefined),
    {
      path: ['jobKind'],
      message:
        'A run over a table needs its table, a translation its document, and a data analysis its spreadsheets.',
    },
  )
export type ScheduledQuestion = z.infer<typeof ScheduledQuestion>

/** `ended`: its end is reached. */
export const scheduleStates = ['active', 'paused', 'ended'] as const
export type ScheduleState = (typeof scheduleStates)[number]
/** Why a schedule is paused: by its owner, after three failures in a row, by the loss of the account, or of the file of its job. */
export const schedulePauses = ['owner', 'failures', 'access', 'file'] as const
export type SchedulePause = (typeof schedulePauses)[number]
/** `waiting`: about to start. `stopped`: a person stopped its answer. */
export const scheduleRunStates = ['waiting', 'running', 'succeeded', 'failed', 'stopped'] as const
export type ScheduleRunState = (typeof scheduleRunStates)[number]

export const ScheduleRun = z.strictObject({
  /** Null when it could not start, or its chat is gone. */
  chatId: ChatId.nullable(),
  turnId: TurnId.nullable(),
  state: z.enum(scheduleRunStates),
  errorCode: ErrorCode.nullable(),
  /** When it was due. */
  dueAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})
export type ScheduleRun = z.infer<typeof ScheduleRun>

/** The last local day of a schedule, included. */
const LastDay = z.iso.date()

export const Schedule = z.strictObject({
  scheduleId: ScheduleId,
  owner: z.strictObject({ id: UserId, name: z.string() }),
  roomId: RoomId,
  /** Null for schedules of others, like `question`. */
  title: z.string().nullable(),
  question: ScheduledQuestion.nullable(),
  modelName: z.string(),
  rule: ScheduleRule,
  endsOn: LastDay.nullable(),
  maxRuns: z.int().nullable(),
  state: z.enum(scheduleStates),
  pauseReason: z.enum(schedulePauses).nullable(),
  /** Null while paused, and once ended. */
  nextRunAt: z.iso.datetime().nullable(),
  /** Runs by the clock so far. */
  runCount: z.int(),
  failuresInRow: z.int(),
  /** Cost of its runs so far, as far as their chats still exist. */
  creditsUsed: z.number(),
  lastRun: ScheduleRun.nullable(),
  createdAt: z.iso.datetime(),
})
export type Schedule = z.infer<typeof Schedule>

const title = Line(limits.scheduleTitleCharacters)
const maxRuns = z.int().min(1).max(limits.maxScheduleRuns).nullable()

export const NewSchedule = z.strictObject({
  roomId: RoomId,
  title,
  question: ScheduledQuestion,
  rule: ScheduleRule,
  endsOn: LastDay.nullable().default(null),
  maxRuns: maxRuns.default(null),
})
export type NewSchedule = z.infer<typeof NewSchedule>

const ofSchedule = z.strictObject({ scheduleId: ScheduleId })

export const listSchedules = endpoint({
  name: 'listSchedules',
  host: 'main',
  method: 'GET',
  path: '/agent/schedules',
  caller: 'account-member',
  summary:
    "Lists the caller's schedules, next run first, one page, with the total count. With `scope=account`, admins list those of everybody, without titles and questions.",
  query: z.strictObject({
    scope: z.enum(['own', 'account']).default('own'),
    page: pageNumber(1, 100_000),
    page_size: pageNumber(limits.historyPageSize, limits.listPageSizeMost),
  }),
  reply: { json: messagePageReply(Schedule) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'FORBIDDEN'],
})
export const createSchedule = endpoint({
  name: 'createSchedule',
  host: 'main',
  method: 'POST',
  path: '/agent/schedules',
  caller: 'account-member',
  policy: 'room:use',
  summary:
    'Repeats a question: each run starts a chat of its own in the room, as the caller, with the rights that they have then. A run whose job has lost its file pauses the schedule. Throws SCHEDULE_NEVER_RUNS for an end before the first run.',
  body: NewSchedule,
  reply: { status: 201, json: messageReply(Schedule) },
  errors: [
    'INVALID_INPUT',
    'NOT_FOUND',
    'MODEL_NOT_AVAILABLE',
    'TOO_MANY_SCHEDULES',
    'SCHEDULE_NEVER_RUNS',
    'JOB_FILE_GONE',
  ],
  idempotency: 'key',
})
export const changeSchedule = endpoint({
  name: 'changeSchedule',
  host: 'main',
  method: 'PATCH',
  path: '/agent/schedules/:scheduleId',
  caller: 'account-member',
  policy: 'schedule:own',
  summary:
    'Changes a schedule of the caller, pauses or resumes it. The next run is computed from now; a resumed schedule starts without failures.',
  params: ofSchedule,
  body: z.strictObject({
    title: title.optional(),
    question: ScheduledQuestion.optional(),
    rule: ScheduleRule.optional(),
    endsOn: LastDay.nullable().optional(),
    maxRuns: maxRuns.optional(),
    isPaused: z.boolean().optional(),
  }),
  reply: { json: messageReply(Schedule) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'MODEL_NOT_AVAILABLE', 'SCHEDULE_NEVER_RUNS', 'JOB_FILE_GONE'],
  idempotency: 'ids',
})
export const runSchedule = endpoint({
  name: 'runSchedule',
  host: 'main',
  method: 'POST',
  path: '/agent/schedules/:scheduleId/run',
  caller: 'account-member',
  policy: 'schedule:own',
  pausesInDowntime: true,
  summary:
    'Runs a schedule of the caller once now, whatever its state. Throws CONFLICT while a run is about to start.',
  params: ofSchedule,
  reply: { json: messageReply(Schedule) },
  errors: ['NOT_FOUND', 'CONFLICT'],
  idempotency: 'key',
})
export const deleteSchedule = endpoint({
  name: 'deleteSchedule',
  host: 'main',
  method: 'DELETE',
  path: '/agent/schedules/:scheduleId',
  caller: 'account-member',
  policy: 'schedule:own',
  summary: 'Deletes a schedule of the caller for good. The chats of its runs stay.',
  params: ofSchedule,
  reply: { json: messageReply(z.strictObject({ scheduleId: ScheduleId })) },
  errors: ['NOT_FOUND'],
  idempotency: 'ids',
})
export const scheduleEndpoints = {
  listSchedules,
  createSchedule,
  changeSchedule,
  runSchedule,
  deleteSchedule,
} as const
