import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ChatId, FileId, TurnId } from '../ids.ts'

/** Why a query of an answer has no result; clients put it into words. */
export const tableQueryProblems = [
  /** The statement is wrong, or does more than read; `detail` says what is wrong. */
  'REFUSED',
  /** The files could not be loaded or are gone. */
  'UNAVAILABLE',
  /** The asker may no longer open the files. */
  'NOT_ALLOWED',
  /** The person has used up the day's queries. */
  'DAILY_LIMIT',
  /** The answer was stopped during the query. */
  'STOPPED',
] as const
export const TableQueryProblem = z.enum(tableQueryProblems)
export type TableQueryProblem = z.infer<typeof TableQueryProblem>

export const TableCell = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type TableCell = z.infer<typeof TableCell>

export const TableColumn = z.strictObject({
  name: z.string(),
  kind: z.enum(['number', 'text', 'date', 'boolean']),
})
export type TableColumn = z.infer<typeof TableColumn>

/** A spreadsheet whose tables an answer queries. */
export const QueriedFile = z.strictObject({
  fileId: FileId,
  /** Empty for readers who may not open it. */
  fileName: z.string(),
  /** Attached to a question of the chat, or a file of a room. */
  of: z.enum(['question', 'room']),
})
export type QueriedFile = z.infer<typeof QueriedFile>

/** One query of an answer over the tables of spreadsheets, with its result. */
export const TableQuery = z.strictObject({
  /** From 1, in the order of the answer. */
  number: z.int().positive(),
  /** What it shows, in the model's words. */
  title: z.string(),
  sql: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  /** Null unless it failed. */
  problem: TableQueryProblem.nullable(),
  detail: z.string(),
  /** Every loaded file, in the order of loading. */
  files: z.array(QueriedFile),
  columns: z.array(TableColumn),
  /** The first rows of the result. */
  rows: z.array(z.array(TableCell)),
  /** Number of all rows. */
  rowCount: z.int().nonnegative(),
  durationMs: z.int(),
  /** True for readers who may not open all of the files: then there is no statement and no result. */
  isHidden: z.boolean(),
  /** Of an answer's last query: sentences with numbers that no result has; null until the answer has ended. */
  unsupported: z.array(z.string()).nullable(),
})
export type TableQuery = z.infer<typeof TableQuery>

export const exportAnswerTable = endpoint({
  name: 'exportAnswerTable',
  host: 'main',
  method: 'GET',
  path: '/sessions/:chatId/answers/:turnId/tables/:number',
  caller: 'account-member',
  policy: 'chat:read',
  summary:
    "Runs a query of an answer again and returns all of its rows as CSV. For readers of the chat who may open the query's files.",
  params: z.strictObject({
    chatId: ChatId,
    turnId: TurnId,
    number: z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number),
  }),
  reply: { other: ['text/csv'] },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'RATE_LIMITED'],
})
export const tableEndpoints = { exportAnswerTable }
