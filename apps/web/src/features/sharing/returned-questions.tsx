import type { AccountId, ChatId } from '@atrium/contract'
import { IconCopy, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'
import { removeFromQueue, returnedQuestionsQuery } from '../../entities/chats/queue.ts'
import { queryClient } from '../../lib/query-client.ts'
import { showFailure } from '../../lib/toasts/show-failure.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from '../../lib/lists/queue.module.css'

type ReturnedQuestionsProps = { accountId: AccountId; chatId: ChatId }

/** Below a chat that the user can't read (any more): their questions that waited in it and were not asked. */
export function ReturnedQuestions({ accountId, chatId }: ReturnedQuestionsProps) {
  const { t } = useTranslation(['shareDialog', 'common'])
  const query = returnedQuestionsQuery(accountId)
  const questions = useQuery(query).data?.filter((question) => question.chatId === chatId) ?? []
  if (questions.length === 0) return null
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(() => showToast(t('queue.copied'), 'good'), showFailure)
  const remove = async (turnId: (typeof questions)[number]['turnId']) => {
    await removeFromQueue(accountId, chatId, turnId)
    await queryClient.invalidateQueries({ queryKey: query.queryKey })
  }
  return (
    <ul className={styles.queue} aria-label={t('queue.returned')}>
      {questions.map(({ turnId, text }) => (
        <li key={turnId} className={styles.question} data-state="returned">
          <span className={styles.words}>
            <span className={styles.label}>{t('queue.returned')}</span>
            <span className={styles.text} dir="auto">
              {text}
            </span>
            <span className={styles.reason}>{t('queue.lost')}</span>
          </span>
          <ToolButton label={t('queue.copy')} icon={IconCopy} onClick={() => void copy(text)} />
          <ToolButton
            label={t('queue.remove')}
            icon={IconX}
            onClick={() => void remove(turnId).catch(showFailure)}
          />
        </li>
      ))}
    </ul>
  )
}
