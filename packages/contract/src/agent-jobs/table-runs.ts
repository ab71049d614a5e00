import { z } from 'zod'
import { endpoint, messageReply } from '../endpoint.ts'
import { ChatId, RoomId, TurnId } from '../ids.ts'
import { limits } from '../limits.ts'
import { FileOfJob } from './file-of-job.ts'
import { Line, Text } from '../text/text.ts'

/** Index of a column of a table, from 0. */
const ColumnIndex = z
  .int()
  .min(0)
  .max(limits.maxTableRunColumns - 1)

/** The value of a template's variable: each row's cell in a column, or the same text for all rows. */
const TableRunValue = z.strictObject({
  variable: Text(60).min(1),
  from: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('column'), column: ColumnIndex }),
    z.strictObject({ kind: z.literal('text'), text: Text(limits.promptValueCharacters) }),
  ]),
})
export type TableRunValue = z.infer<typeof TableRunValue>

/** How a question is run over the rows of a table. The question's text has the variables. */
export const TableRun = FileOfJob.extend({
  /** Index among the tables of the file: those of a workbook are its sheets with rows. */
  table: z.int().min(0).max(999),
  values: z.array(TableRunValue).min(1).max(limits.maxPromptVariables),
  /** The first row to run, from 1, below the header; and the number of rows. */
  firstRow: z.int().min(1).max(10_000_000),
  rowCount: z.int().min(1).max(limits.maxTableRunRows),
  /** Maximum number of rows that are asked at the same time. */
  atOnce: z.int().min(1).max(limits.maxTableRunAtOnce),
  /** Header of the column with the answers. */
  answerHeader: Line(60),
})
export type TableRun = z.infer<typeof TableRun>

/** A table of a spreadsheet, to choose columns from. */
export const TableToRun = z.strictObject({
  /** Null for csv. */
  sheet: z.string().nullable(),
  rowCount: z.int(),
  columns: z.array(
    z.strictObject({
      header: z.string(),
      /** The average number of tokens of a cell. */
      tokensPerCell: z.number(),
    }),
  ),
  /** The first rows from the wanted one, with their values as the file has them, cut to a maximum. */
  rows: z.array(z.array(z.string())),
})
export type TableToRun = z.infer<typeof TableToRun>

export const readTablesToRun = endpoint({
  name: 'readTablesToRun',
  host: 'main',
  method: 'POST',
  path: '/agent/tables',
  caller: 'account-member',
  policy: 'room:use',
  summary:
    'Returns the tables of a spreadsheet with their first rows, to run a question over them: of a file of the room, or of one that the caller uploaded for a question. Throws JOB_TABLE_UNREADABLE for a file without a readable table.',
  body: z.strictObject({
    roomId: RoomId,
    file: FileOfJob,
    firstRow: z.int().min(1).max(10_000_000).default(1),
  }),
  reply: { json: messageReply(z.array(TableToRun)) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'RATE_LIMITED', 'JOB_TABLE_UNREADABLE', 'JOB_FILE_GONE'],
  idempotency: 'ids',
})

export const exportJobRows = endpoint({
  name: 'exportJobRows',
  host: 'main',
  method: 'GET',
  path: '/sessions/:chatId/answers/:turnId/rows',
  caller: 'account-member',
  policy: 'chat:read',
  summary:
    'Returns the rows that an agent job has answered as CSV: their columns, the answer, and the reason of a row without one.',
  params: z.strictObject({ chatId: ChatId, turnId: TurnId }),
  reply: { other: ['text/csv'] },
  errors: ['NOT_FOUND'],
})
export const tableRunEndpoints = { readTablesToRun, exportJobRows } as const
