import type { AccountId, ChatId, QuestionCost } from '@atrium/contract'
import { SkeletonRows, truncate } from '@atrium/ui'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/translate.ts'
import { Loaded } from '../../lib/lists/loaded.tsx'
import { chatCostsQuery } from '../../entities/chats/queries.ts'
import { Moment } from '../../lib/moment.tsx'
import styles from './history.module.css'

/** Characters that suffice to recognize a question. */
const questionCharacters = 160

/** The questions of a chat with the credits that each took (CHAT-10). */
export function ChatCosts({ accountId, chatId }: { accountId: AccountId; chatId: ChatId }) {
  const { t } = useTranslation('history')
  const costs = useQuery(chatCostsQuery(accountId, chatId))
  return (
    <Loaded
      compact
      query={costs}
      skeleton={<SkeletonRows count={2} label={t('costs.loading')} />}
      failed={t('costs.failed')}
    >
      {(questions) =>
        questions.length === 0 ? (
          <p className={styles.noCosts}>{t('costs.empty')}</p>
        ) : (
          <ol className={styles.costs} aria-label={t('costs.title')}>
            {questions.map((cost) => (
              <CostOfQuestion key={cost.turnId} cost={cost} />
            ))}
          </ol>
        )
      }
    </Loaded>
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
