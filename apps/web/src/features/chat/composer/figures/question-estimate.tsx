import {
  type AccountId,
  type ChatId,
  type ErrorCode,
  limits,
  storable,
  summariseChat,
  type QuestionEstimate as Estimate,
  type TurnId,
} from '@atrium/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { translate } from '../../../../lib/translate.ts'
import { useTranslation } from '../../../../lib/translate.ts'
import { ApiError } from '../../../../lib/api/api-error.ts'
import { api } from '../../../../lib/api/api.ts'
import { queryClient } from '../../../../lib/query-client.ts'
import { showToast } from '../../../../lib/toasts/toasts.ts'
import type { ContextShare } from './context-gauge.tsx'
import { chatKeys } from '../../../../entities/chats/queries.ts'
import { showFailure } from '../../../../lib/toasts/show-failure.ts'
import { estimateQuery, useSettled } from './estimate-query.ts'
import type { QuestionEstimateProps } from './question-estimate-props.ts'
import styles from '../composer.module.css'

const ComparisonEstimate = lazy(() =>
  import('./comparison-estimate.tsx').then((module) => ({ default: module.ComparisonEstimate })),
)
const ContextGauge = lazy(() =>
  import('./context-gauge.tsx').then((module) => ({ default: module.ContextGauge })),
)

/** From this share of the context window on, the conversation's share is shown. */
const shownFrom = 0.5
/** How long a summary may take, in milliseconds. */
const summaryTimeoutMs = 150_000
/** Auto's assumed context window, where unknown. */
const usualContextLimit = 100_000

/** The estimated cost of the question, and the conversation's length, shown unobtrusively; nothing while unknown. */
export function QuestionEstimate(props: QuestionEstimateProps) {
  const { text, place, details } = props
  const { estimate, context } = useEstimate(props)
  const compared = props.how.comparedModelIds ?? []
  const { accountId, chatId, parentTurnId } = place
  const { modelId } = props.how
  return (
    <>
      {estimate !== null && text.trim() !== '' && compared.length === 0 && <Price estimate={estimate} />}
      {compared.length > 0 && text.trim() !== '' && (
        <Suspense>
          <ComparisonEstimate {...props} modelIds={compared} />
        </Suspense>
      )}
      {context !== null && details !== null && context.tokens >= context.limit * shownFrom && (
        <Suspense>
          <ContextGauge
            context={{ ...context, sendsAll: details.sendsAll }}
            onSummarise={
              parentTurnId === null
                ? null
                : () => summarise(accountId, chatId, { lastTurnId: parentTurnId, modelId })
            }
          />
        </Suspense>
      )}
    </>
  )
}

function Price({ estimate }: { estimate: Estimate }) {
  const { t } = useTranslation('chat')
  const { modelName, likelyCredits: likely, lowCredits: low, highCredits: high, maxCredits: most } = estimate
  const isFixed = low === most
  return (
    <span
      className={styles.estimate}
      title={isFixed ? modelName : t('estimate.hint', { model: modelName, most })}
    >
      {isFixed ? t('cost.credits', { count: most }) : t('estimate.likely', { likely, low, high })}
    </span>
  )
}

function useEstimate(props: QuestionEstimateProps) {
  const { details, last, text, how, contextLimit } = props
  const settled = useSettled(storable(text))
  // Without text, requests it only where the last answer shows a long conversation.
  const before = last?.usage ? last.usage.inputTokens + last.usage.outputTokens : 0
  const isLong = before > (contextLimit ?? usualContextLimit) * shownFrom * 0.8
  const { data, error } = useQuery({
    ...estimateQuery(props, how.comparedModelIds?.[0] ?? how.modelId, settled),
    // A chat that does not exist yet has the rules of its room.
    enabled:
      (details !== null || props.place.roomId !== null) &&
      settled.length <= limits.questionCharacters &&
      (isLong || (settled.trim() !== '' && text.trim() !== '')),
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

/** The length in a refusal. */
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
      { timeoutMs: summaryTimeoutMs, place: { accountId, roomId: null } },
    )
    if (message === null) void showToast(translate('longChat:gauge.nothing'))
    await queryClient.invalidateQueries({ queryKey: chatKeys.details(accountId, chatId) })
  } catch (error) {
    showFailure(error)
  }
}
