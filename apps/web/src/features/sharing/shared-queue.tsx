import type { AccountId, ChatDetails, QueuedQuestion, UserId } from '@atrium/contract'
import { Button } from '@mantine/core'
import { IconPaperclip, IconPencil, IconX } from '@tabler/icons-react'
import { Avatar } from '@atrium/ui'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'
import { removeFromQueue, sendNextOfQueue } from '../../entities/chats/queue.ts'
import { mayManageQueued } from '../../entities/turns/turn-rights.ts'
import { plainWordsOf } from '../../entities/turns/pasted-text.ts'
import { codeText } from '../../lib/text/error-text.ts'
import { showFailure } from '../../lib/toasts/show-failure.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from '../../lib/lists/queue.module.css'

type SharedQueueProps = {
  accountId: AccountId
  chat: Pick<ChatDetails, 'chatId' | 'queue' | 'relation'>
  readerId: UserId
  /** Puts a question back into the composer; undefined where there is none. */
  onEdit?: ((question: QueuedQuestion) => void) | undefined
}

/** The questions that wait in a shared chat, in order: everybody who reads the chat sees the same. */
export function SharedQueue({ accountId, chat, readerId, onEdit }: SharedQueueProps) {
  const { t } = useTranslation('shareDialog')
  const { chatId, queue, relation } = chat
  const asking = queue.find(({ state }) => state === 'asking')
  const mayManage = ({ author }: QueuedQuestion) => mayManageQueued(relation, author.id === readerId)
  const remove = (question: QueuedQuestion) => removeFromQueue(accountId, chatId, question.turnId)
  const edit = (question: QueuedQuestion) => {
    remove(question).then(() => onEdit?.(question), showFailure)
  }
  return (
    <>
      {asking && (
        <div className={styles.ask} role="status">
          <span>
            {mayManage(asking) ? t('queue.ask') : t('queue.ask.other', { name: asking.author.name })}
          </span>
          {mayManage(asking) && (
            <Button
              size="compact-sm"
              onClick={() => void sendNextOfQueue(accountId, chatId, asking.turnId).catch(showFailure)}
            >
              {t('queue.send')}
            </Button>
          )}
        </div>
      )}
      <ul className={styles.queue} aria-label={t('queue')}>
        {queue.map((question) => {
          const { turnId, author, text, attachmentCount, state, reason } = question
          const isOwn = author.id === readerId
          return (
            <li key={turnId} className={styles.question} data-state={state}>
              <Avatar name={author.name} imageUrl={author.pictureUrl} size={24} decorative />
              <span className={styles.words}>
                <span className={styles.label}>
                  <bdi>{isOwn ? t('queue.me') : author.name}</bdi>
                  {' · '}
                  {state === 'returned' ? t('queue.returned') : t('queue.waiting')}
                  {attachmentCount > 0 && (
                    <>
                      {' · '}
                      <IconPaperclip size={13} stroke={1.7} aria-hidden="true" /> {attachmentCount}
                    </>
                  )}
                </span>
                <span className={styles.text} dir="auto">
                  {plainWordsOf(text)}
                </span>
                {reason !== null && <span className={styles.reason}>{codeText(reason)}</span>}
              </span>
              {isOwn && onEdit && (
                <ToolButton label={t('queue.edit')} icon={IconPencil} onClick={() => edit(question)} />
              )}
              {mayManage(question) && (
                <ToolButton
                  label={t('queue.remove')}
                  icon={IconX}
                  onClick={() => void remove(question).catch(showFailure)}
                />
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
