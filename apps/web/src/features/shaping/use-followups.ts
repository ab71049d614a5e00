import {
  mintId,
  suggestFollowups,
  type AccountId,
  type ChatDetails,
  type ChatId,
  type Turn,
} from '@atrium/contract'
import { useCallback, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { isAborted } from '../../lib/api/api-error.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { queryClient } from '../../lib/query-client.ts'
import { chatKeys } from '../../entities/chats/queries.ts'

const waitMs = 60_000

/** Requests follow-up questions for an answer; the server stores them with it. */
export function useFollowups({
  accountId,
  chatId,
  turnId,
}: {
  accountId: AccountId
  chatId: ChatId
  turnId: Turn['turnId']
}) {
  const [isWorking, setIsWorking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const suggest = useCallback(() => {
    setIsWorking(true)
    setProblem(null)
    api
      .call(
        suggestFollowups,
        { body: { shapingId: mintId('shaping'), turnId } },
        { timeoutMs: waitMs, place: { accountId, roomId: null } },
      )
      .then(
        ({ message: { followups } }) =>
          queryClient.setQueryData<ChatDetails>(
            chatKeys.details(accountId, chatId),
            (details) =>
              details && {
                ...details,
                turns: details.turns.map((turn) => (turn.turnId === turnId ? { ...turn, followups } : turn)),
              },
          ),
        (error: unknown) => {
          if (!isAborted(error)) setProblem(errorText(error))
        },
      )
      .finally(() => setIsWorking(false))
  }, [accountId, chatId, turnId])
  return { isWorking, problem, suggest }
}
