import {
  type AccountId,
  type ChatId,
  documentEndingOf,
  exportJobRows,
  readTablesToRun,
  type RoomId,
  type FileOfJob,
  type TableRun,
  type TurnId,
  type UsedTemplate,
} from '@atrium/contract'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { agentJobKeys } from './agent-job-keys.ts'
import { filesForJobQuery, jobEstimateQuery, startJob } from './start-job.ts'

type Place = { accountId: AccountId; roomId: RoomId }

const isSpreadsheet = (name: string): boolean => {
  const ending = documentEndingOf(name)
  return ending === 'csv' || ending === 'xls' || ending === 'xlsx'
}

const kind = 'table-run' as const

/** The spreadsheets among the files of a room. */
export const spreadsheetsQuery = (place: Place) =>
  filesForJobQuery(place, { key: 'spreadsheets', isUsable: ({ name }) => isSpreadsheet(name) })

/** The tables of a spreadsheet, with the rows from `firstRow`. */
export const tablesQuery = ({ accountId, roomId }: Place, file: FileOfJob | null, firstRow: number) =>
  queryOptions({
    queryKey: [...agentJobKeys(accountId), 'tables', roomId, file?.fileId ?? '', firstRow],
    staleTime: 60_000,
    retry: false,
    queryFn: file
      ? async ({ signal }) =>
          (
            await api.call(
              readTablesToRun,
              { body: { roomId, file, firstRow } },
              { signal, place: { accountId, roomId } },
            )
          ).message
      : skipToken,
  })

type Asked = { modelId: string; text: string; rows: { count: number; tokens: number } }

/** What a run over this many rows would cost. */
export const tableRunEstimateQuery = (place: Place, { modelId, text, rows }: Asked) =>
  jobEstimateQuery(
    place,
    { modelId, text },
    { job: { kind, rows }, key: [kind, text, rows.count, rows.tokens], staleTime: 60_000 },
  )

type RunToStart = {
  modelId: string
  text: string
  budgetCredits: number
  table: TableRun
  template: UsedTemplate | undefined
}

/** Starts a run over a table. */
export const startTableRun = (
  place: Place,
  { modelId, text, budgetCredits, table, template }: RunToStart,
): Promise<ChatId> =>
  startJob(
    place,
    {
      ...{ modelId, text },
      ...(template && { template }),
      ...(table.of === 'question' && { attachments: [table.fileId] }),
    },
    { kind, budgetCredits, table },
  )

/** All rows that a run has answered, as CSV. */
export async function rowsOfRun(chatId: ChatId, turnId: TurnId): Promise<Blob> {
  const reply = await api.stream(exportJobRows, { params: { chatId, turnId } }, {})
  return await reply.blob()
}
