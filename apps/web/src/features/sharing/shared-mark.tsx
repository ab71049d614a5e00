import type { ChatDetails } from '@atrium/contract'
import { useTranslation } from '../../lib/translate.ts'
import styles from './sharing.module.css'

/** Says beside a chat's title that it is shared, by whom and how; nothing for a chat that nobody shares. */
export function SharedMark({ chat: { share, relation, owner } }: { chat: ChatDetails }) {
  const { t } = useTranslation('sharing')
  if (share === 'none') return null
  const by = relation === 'owner' ? t('byMe') : t('by', { name: owner.name })
  return (
    <bdi className={styles.mark}>
      {by} · {t(`mark.${share}`)}
    </bdi>
  )
}
