import {
  ConversationLabelsProvider,
  MarkdownView,
  useConversationWords,
} from '../features/conversation/index.ts'
import type { OfflineTurn } from '../lib/device/offline-chats.ts'
import { useTranslation } from '../lib/translate.ts'
import styles from './offline.module.css'

/** Questions and answers of a chat that was kept on this device. */
export function KeptTurns({ turns }: { turns: readonly OfflineTurn[] }) {
  const { t } = useTranslation('offline')
  const labels = useConversationWords()
  return (
    <ConversationLabelsProvider value={labels}>
      {turns.map((turn, index) => (
        // The list never changes while it is shown.
        <article key={index} className={styles.turn}>
          <h3 className={styles.author}>
            <bdi>{turn.author ?? t('you')}</bdi>
          </h3>
          <p className={styles.question} dir="auto">
            {turn.question}
          </p>
          <h3 className={styles.author}>{t('answer')}</h3>
          {turn.answer === '' ? (
            <p className={styles.text}>{t('missing')}</p>
          ) : (
            <MarkdownView text={turn.answer} headingsBelow={3} />
          )}
        </article>
      ))}
    </ConversationLabelsProvider>
  )
}
