import {
  type AccountId,
  type ChatDetails,
  type ChatId,
  type ErrorCode,
  estimateQuestion,
  limits,
  type RoomId,
  summariseChat,
  type QuestionEstimate as Estimate,
  type Turn,
  type TurnId,
} from '@atrium/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-error.ts'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { showToast } from '../../lib/toasts.ts'
import type { How } from './asked-here.ts'
import { storable } from './composer-rules.ts'
import { ContextGauge, type ContextShare, shownFrom } from './context-gauge.tsx'
import { chatKeys } from './queries.ts'
import { showFailure } from './show-error.ts'
import styles from './composer.module.css'

type QuestionEstimateProps = {
  place: { accountId: AccountId; roomId: RoomId | null; chatId: ChatId; parentTurnId: TurnId | null }
  /** Null for a new chat. */
  details: Pick<ChatDetails, 'sendsAll' | 'summaries'> | null
  /** The turn at the end of the branch, where it is there. */
  last: Turn | null
  text: string
  pictures: number
  how: How
  /** What the chosen model reads, in tokens; null while that is not known. */
  contextLimit: number | null
}

/** How long nothing is typed until the price is asked for. */
const pauseMs = 600
/** How long a summary may take, in milliseconds. */
const summaryPatienceMs = 150_000
/** What Auto is taken to read where nobody has said. */
const usualContextLimit = 100_000

/** What the question would cost as it stands, and how long the conversation has become, told quietly; nothing where that is not known. */
export function QuestionEstimate(props: QuestionEstimateProps) {
  const { text, place, details } = props
  const { estimate, context } = useEstimate(props)
  const { accountId, chatId, parentTurnId } = place
  const { modelId } = props.how
  return (
    <>
      {estimate !== null && text.trim() !== '' && <Price estimate={estimate} />}
      {context !== null && details !== null && context.tokens >= context.limit * shownFrom && (
        <ContextGauge
          context={{ ...context, sendsAll: details.sendsAll }}
          onSummarise={
            parentTurnId === null
              ? null
              : () => summarise(accountId, chatId, { lastTurnId: parentTurnId, modelId })
          }
        />
      )}
    </>
  )
}

function Price({ estimate: { modelName, leastCredits, mostCredits } }: { estimate: Estimate }) {
  const { t } = useTranslation('chat')
  const isFixed = leastCredits === mostCredits
  return (
    <span className={styles.estimate} title={isFixed ? modelName : t('estimate.hint', { model: modelName })}>
      {isFixed
        ? t('cost.credits', { count: mostCredits })
        : t('estimate.range', { least: leastCredits, most: mostCredits })}
    </span>
  )
}

function useEstimate({ place, details, last, text, pictures, how, contextLimit }: QuestionEstimateProps) {
  const settled = useSettled(storable(text))
  const { accountId, roomId, chatId, parentTurnId } = place
  const { modelId, style, modifiers, pictureOptions } = how
  // With nothing typed it is asked for only where the last answer says that the conversation is long.
  const before = last?.usage ? last.usage.inputTokens + last.usage.outputTokens : 0
  const isLong = before > (contextLimit ?? usualContextLimit) * shownFrom * 0.8
  const { data, error } = useQuery({
    queryKey: [
      'estimate',
      accountId,
      roomId,
      chatId,
      parentTurnId,
      modelId,
      style,
      modifiers,
      pictureOptions,
      settled,
      pictures,
      details?.sendsAll,
      details?.summaries,
    ],
    // A chat that does not exist yet has the rules of its room.
    enabled:
      (details !== null || roomId !== null) &&
      settled.length <= limits.questionCharacters &&
      (isLong || (settled.trim() !== '' && text.trim() !== '')),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    retry: false,
    queryFn: ({ signal }) =>
      api.call(
        estimateQuestion,
        {
          body: {
            chatId,
            parentTurnId,
            modelId,
            style,
            modifiers,
            pictureOptions,
            text: settled,
            pictures,
          },
        },
        { signal, place: { accountId, roomId } },
      ),
  })
  const estimate = error === null ? (data?.data ?? null) : null
  return { estimate, context: estimate === null ? contextOf(error) : shareOf(estimate) }
}

type Context = Omit<ContextShare, 'sendsAll'>

const shareOf = (estimate: Estimate): Context => ({
  tokens: estimate.contextTokens,
  limit: estimate.contextLimit,
  questionsToSummarise: estimate.questionsToSummarise,
})

/** What a refusal says of the length. */
function contextOf(error: unknown): Context | null {
  const tooLong: ErrorCode = 'TOKEN_LIMIT_REACHED'
  if (!(error instanceof ApiError) || error.code !== tooLong) return null
  const { tokens, limit } = error.details
  return typeof tokens === 'number' && typeof limit === 'number'
    ? { tokens, limit, questionsToSummarise: 0 }
    : null
}

async function summarise(
  accountId: AccountId,
  chatId: ChatId,
  body: { lastTurnId: TurnId; modelId: string },
): Promise<void> {
  try {
    const { message } = await api.call(
      summariseChat,
      { params: { chatId }, body },
      { timeoutMs: summaryPatienceMs, place: { accountId, roomId: null } },
    )
    if (message === null) void showToast(i18next.t('longChat:gauge.nothing'))
    await queryClient.invalidateQueries({ queryKey: chatKeys.details(accountId, chatId) })
  } catch (error) {
    showFailure(error)
  }
}

/** A text once it rests. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
