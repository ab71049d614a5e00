import {
  type AccountId,
  askQuestion,
  type ChatId,
  documentEndingOf,
  estimateQuestion,
  exportJobRows,
  type FileId,
  limits,
  listContextFiles,
  mintId,
  readTablesToRun,
  type RoomId,
  type FileOfJob,
  type TableRun,
  type TurnId,
  type UsedTemplate,
} from '@atrium/contract'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { listFrom } from '../../lib/list-from.ts'
import { knowledgeKeys } from '../files/knowledge-keys.ts'
import { agentJobKeys } from './agent-job-keys.ts'

type Place = { accountId: AccountId; roomId: RoomId }

const isSpreadsheet = (name: string): boolean => {
  const ending = documentEndingOf(name)
  return ending === 'csv' || ending === 'xls' || ending === 'xlsx'
}

/** The spreadsheets among the files of a room. */
export const spreadsheetsQuery = (place: Place) =>
  queryOptions({
    queryKey: [...knowledgeKeys.contextFiles(place.accountId, place.roomId), 'spreadsheets'],
    queryFn: async ({ signal }): Promise<{ id: FileId; name: string }[]> => {
      const given = {
        params: { roomId: place.roomId },
        query: { page_size: String(limits.maxContextFiles) },
      }
      const reply = await api.call(listContextFiles, given, { signal, place })
      return listFrom(reply.data).filter(({ name }) => isSpreadsheet(name))
    },
  })

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
  queryOptions({
    queryKey: [
      ...agentJobKeys(place.accountId),
      'table-run-estimate',
      place.roomId,
      modelId,
      text,
      rows.count,
      rows.tokens,
    ],
    staleTime: 60_000,
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }) => {
      const body = {
        ...{ chatId: mintId('chat'), parentTurnId: null, modelId, text },
        job: { kind: 'table-run' as const, rows },
      }
      return (await api.call(estimateQuestion, { body }, { signal, place })).data
    },
  })

type RunToStart = {
  modelId: string
  text: string
  budgetCredits: number
  table: TableRun
  template: UsedTemplate | undefined
}

/** Starts a run over a table in a chat of its own; resolves with it once it is accepted. */
export async function startTableRun(
  place: Place,
  { modelId, text, budgetCredits, table, template }: RunToStart,
): Promise<ChatId> {
  const chatId = mintId('chat')
  const body = {
    ...{ chatId, turnId: mintId('turn'), parentTurnId: null, modelId },
    job: { kind: 'table-run' as const, budgetCredits, table },
    ...(template && { template }),
    ask: {
      kind: 'question' as const,
      messageId: mintId('message'),
      text,
      ...(table.of === 'question' && { attachments: [table.fileId] }),
    },
  }
  const { body: events } = await api.stream(askQuestion, { body }, { place })
  // The chat reads the answer; the server writes it, whether or not anybody reads.
  await events?.cancel()
  return chatId
}

/** All rows that a run has answered, as CSV. */
export async function rowsOfRun(chatId: ChatId, turnId: TurnId): Promise<Blob> {
  const reply = await api.stream(exportJobRows, { params: { chatId, turnId } }, {})
  return await reply.blob()
}
