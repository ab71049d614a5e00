import { Button } from '@mantine/core'
import type { AccountId, ChatId, QuestionCost } from '@atrium/contract'
import { ErrorState, SkeletonRows, truncate } from '@atrium/ui'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/translate.ts'
import { errorDetail } from '../../lib/text/error-text.ts'
import { chatCostsQuery } from '../../entities/chats/queries.ts'
import { Moment } from '../../lib/moment.tsx'
import styles from './history.module.css'

/** Characters that suffice to recognize a question. */
const questionCharacters = 160

/** The questions of a chat with the credits that each took (CHAT-10). */
export function ChatCosts({ accountId, chatId }: { accountId: AccountId; chatId: ChatId }) {
  const { t } = useTranslation(['history', 'common'])
  const costs = useQuery(chatCostsQuery(accountId, chatId))
  if (costs.isPending) return <SkeletonRows count={2} label={t('costs.loading')} />
  if (costs.isError) {
    const retry = (
      <Button size="xs" variant="default" onClick={() => void costs.refetch()}>
        {t('common:action.tryAgain')}
      </Button>
    )
    return <ErrorState compact title={t('costs.failed')} text={errorDetail(costs.error)} action={retry} />
  }
  if (costs.data.length === 0) return <p className={styles.noCosts}>{t('costs.empty')}</p>
  return (
    <ol className={styles.costs} aria-label={t('costs.title')}>
      {costs.data.map((cost) => (
        <CostOfQuestion key={cost.turnId} cost={cost} />
      ))}
    </ol>
  )
}

function CostOfQuestion({
  cost: { question, modelName, state, askedAt, creditsCharged },
}: {
  cost: QuestionCost
}) {
  const { t } = useTranslation('history')
  return (
    <li className={styles.cost}>
      <span className={styles.costQuestion} dir="auto">
        {truncate(question, questionCharacters)}
      </span>
      <span className={styles.costCredits}>{t('credits', { count: creditsCharged })}</span>
      <span className={styles.costDetail}>
        {modelName !== null && <span dir="auto">{modelName}</span>}
        <Moment at={askedAt} />
        {state !== 'answered' && <span>{t(`costs.state.${state}`)}</span>}
      </span>
    </li>
  )
}
