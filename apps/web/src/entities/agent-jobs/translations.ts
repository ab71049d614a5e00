import {
  type AccountId,
  askQuestion,
  type ChatId,
  estimateQuestion,
  type FileId,
  limits,
  listContextFiles,
  mintId,
  type RoomId,
} from '@atrium/contract'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { listFrom } from '../../lib/list-from.ts'
import { knowledgeKeys } from '../files/knowledge-keys.ts'
import { agentJobKeys } from './agent-job-keys.ts'

type Place = { accountId: AccountId; roomId: RoomId }

/** The files of a room whose text is read. */
export const documentsQuery = (place: Place) =>
  queryOptions({
    queryKey: [...knowledgeKeys.contextFiles(place.accountId, place.roomId), 'documents'],
    queryFn: async ({ signal }): Promise<{ id: FileId; name: string }[]> => {
      const given = {
        params: { roomId: place.roomId },
        query: { page_size: String(limits.maxContextFiles) },
      }
      const reply = await api.call(listContextFiles, given, { signal, place })
      return listFrom(reply.data).filter(({ state }) => state.status === 'COMPLETED')
    },
  })

type Asked = { modelId: string; text: string; fileId: FileId | null }

/** What translating a file of the room would cost, and in how many parts. */
export const translationEstimateQuery = (place: Place, { modelId, text, fileId }: Asked) =>
  queryOptions({
    queryKey: [...agentJobKeys(place.accountId), 'translation-estimate', place.roomId, modelId, fileId],
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: fileId
      ? async ({ signal }) => {
          const body = {
            ...{ chatId: mintId('chat'), parentTurnId: null, modelId, text },
            job: { kind: 'translation' as const, document: { fileId, of: 'room' as const } },
          }
          return (await api.call(estimateQuestion, { body }, { signal, place })).data
        }
      : skipToken,
  })

/** Starts the translation of a file of the room in a chat of its own; resolves with it once it is accepted. */
export async function startTranslation(
  place: Place,
  given: { modelId: string; text: string; budgetCredits: number; fileId: FileId; language: string },
): Promise<ChatId> {
  const { modelId, text, budgetCredits, fileId, language } = given
  const chatId = mintId('chat')
  const body = {
    ...{ chatId, turnId: mintId('turn'), parentTurnId: null, modelId },
    job: {
      ...{ kind: 'translation' as const, budgetCredits },
      translation: { file: { fileId, of: 'room' as const }, language },
    },
    ask: { kind: 'question' as const, messageId: mintId('message'), text },
  }
  const { body: events } = await api.stream(askQuestion, { body }, { place })
  // The chat reads the answer; the server writes it, whether or not anybody reads.
  await events?.cancel()
  return chatId
}
