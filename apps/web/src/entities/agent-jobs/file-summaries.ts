import {
  type AccountId,
  askQuestion,
  type ChatId,
  estimateQuestion,
  mintId,
  type RoomId,
} from '@atrium/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { agentJobKeys } from './agent-job-keys.ts'

type Asked = { modelId: string; text: string }

/** What summarizing all files of a room would cost with a model, and how many files it has. */
export const summariesEstimateQuery = (accountId: AccountId, roomId: RoomId, { modelId, text }: Asked) =>
  queryOptions({
    queryKey: [...agentJobKeys(accountId), 'summaries-estimate', roomId, modelId],
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }) => {
      const body = {
        ...{ chatId: mintId('chat'), parentTurnId: null, modelId, text },
        job: { kind: 'file-summaries' as const },
      }
      return (await api.call(estimateQuestion, { body }, { signal, place: { accountId, roomId } })).data
    },
  })

/** Starts the summaries of all files of a room in a chat of their own; resolves with it once they are accepted. */
export async function startSummaries(
  accountId: AccountId,
  roomId: RoomId,
  { modelId, text, budgetCredits }: Asked & { budgetCredits: number },
): Promise<ChatId> {
  const chatId = mintId('chat')
  const body = {
    ...{ chatId, turnId: mintId('turn'), parentTurnId: null, modelId },
    job: { kind: 'file-summaries' as const, budgetCredits },
    ask: { kind: 'question' as const, messageId: mintId('message'), text },
  }
  const { body: events } = await api.stream(askQuestion, { body }, { place: { accountId, roomId } })
  // The chat reads the answer; the server writes it, whether or not anybody reads.
  await events?.cancel()
  return chatId
}
