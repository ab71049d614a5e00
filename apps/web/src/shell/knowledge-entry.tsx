import { ActionIcon } from '@mantine/core'
import { IconBooks } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../entities/accounts/use-account.ts'
import { useTranslation } from '../lib/translate.ts'
import { activeContext } from '../lib/api/api.ts'
import { useStore } from '../lib/store.ts'
import styles from './navigation-entry.module.css'

/** The account or room whose knowledge bases it opens; null if the plan has none. */
function useKnowledgeId() {
  const account = useAccount()
  const { roomId } = useStore(activeContext.place)
  return account?.subscriptionPlan.rag_allowed ? (roomId ?? account.id) : null
}

/** The link to the knowledge bases of the active room, if the plan has them. */
export function KnowledgeEntry() {
  const { t } = useTranslation('shell')
  const id = useKnowledgeId()
  if (id === null) return null
  return (
    <Link
      to="/knowledge-bases/$id"
      params={{ id }}
      className={styles.entry}
      activeOptions={{ includeSearch: false }}
      activeProps={{ 'data-active': true }}
    >
      <IconBooks size={19} stroke={1.6} aria-hidden="true" />
      <span>{t('entry.knowledgeBases')}</span>
    </Link>
  )
}

/** The same link in the collapsed navigation. */
export function KnowledgeRailEntry() {
  const { t } = useTranslation('shell')
  const id = useKnowledgeId()
  if (id === null) return null
  return (
    <ActionIcon
      data-hint={t('entry.knowledgeBases')}
      data-hint-side="right"
      variant="subtle"
      color="gray"
      size={40}
      aria-label={t('entry.knowledgeBases')}
      renderRoot={(props) => <Link {...props} to="/knowledge-bases/$id" params={{ id }} />}
    >
      <IconBooks size={20} stroke={1.6} />
    </ActionIcon>
  )
}
