import { IconBooks } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../features/accounts/use-account.ts'
import { whereabouts } from '../lib/api.ts'
import { useStore } from '../lib/store.ts'
import styles from './navigation-entry.module.css'

/** The way to the knowledge bases of the active room, where the plan has some. */
export function KnowledgeEntry() {
  const { t } = useTranslation('shell')
  const account = useAccount()
  const { roomId } = useStore(whereabouts.place)
  if (!account?.subscriptionPlan.rag_allowed) return null
  return (
    <Link
      to="/knowledge-bases/$id"
      params={{ id: roomId ?? account.id }}
      className={styles.entry}
      activeOptions={{ includeSearch: false }}
      activeProps={{ 'data-active': true }}
    >
      <IconBooks size={19} stroke={1.6} aria-hidden="true" />
      <span>{t('entry.knowledgeBases')}</span>
    </Link>
  )
}
