import {
  type AccountId,
  askQuestion,
  type ChatId,
  type ContextFile,
  estimateQuestion,
  type FileId,
  limits,
  listContextFiles,
  mintId,
  type QuestionEstimate,
  type RequestInput,
  type RoomId,
} from '@atrium/contract'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { listFrom } from '../../lib/list-from.ts'
import { knowledgeKeys } from '../files/knowledge-keys.ts'
import { agentJobKeys } from './agent-job-keys.ts'

type Place = { accountId: AccountId; roomId: RoomId }
type AskBody = RequestInput<typeof askQuestion>['body']
type Question = Pick<AskBody, 'modelId' | 'template'> & { text: string; attachments?: FileId[] }

/** Starts a job in a chat of its own; resolves with the chat once the job is accepted. */
export async function startJob(
  place: Place,
  { modelId, template, text, attachments }: Question,
  job: NonNullable<AskBody['job']>,
): Promise<ChatId> {
  const chatId = mintId('chat')
  const body = {
    ...{ chatId, turnId: mintId('turn'), parentTurnId: null, modelId, job },
    ...(template && { template }),
    ask: {
      ...{ kind: 'question' as const, messageId: mintId('message'), text },
      ...(attachments && { attachments }),
    },
  }
  const { body: events } = await api.stream(askQuestion, { body }, { place })
  // The chat reads the answer; the server writes it, whether or not anybody reads.
  await events?.cancel()
  return chatId
}

type EstimateJob = NonNullable<RequestInput<typeof estimateQuestion>['body']['job']>
type Asked = { modelId: string; text: string }

/** What a job would cost. `key` holds what the cost depends on beside room and model; a null job makes no request. */
export const jobEstimateQuery = (
  place: Place,
  { modelId, text }: Asked,
  { job, key, staleTime = 0 }: { job: EstimateJob | null; key: readonly unknown[]; staleTime?: number },
) =>
  queryOptions({
    queryKey: [...agentJobKeys(place.accountId), 'estimate', place.roomId, modelId, ...key],
    staleTime,
    gcTime: 0,
    retry: false,
    queryFn: job
      ? async ({ signal }): Promise<QuestionEstimate> => {
          const body = { ...{ chatId: mintId('chat'), parentTurnId: null, modelId, text }, job }
          return (await api.call(estimateQuestion, { body }, { signal, place })).data
        }
      : skipToken,
  })

/** The files of a room that a kind of job can work on. */
export const filesForJobQuery = (
  place: Place,
  { key, isUsable }: { key: string; isUsable: (file: ContextFile) => boolean },
) =>
  queryOptions({
    queryKey: [...knowledgeKeys.contextFiles(place.accountId, place.roomId), key],
    queryFn: async ({ signal }): Promise<{ id: FileId; name: string }[]> => {
      const given = {
        params: { roomId: place.roomId },
        query: { page_size: String(limits.maxContextFiles) },
      }
      return listFrom((await api.call(listContextFiles, given, { signal, place })).data).filter(isUsable)
    },
  })
