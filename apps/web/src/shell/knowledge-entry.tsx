import { ActionIcon } from '@mantine/core'
import { IconBooks } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../entities/accounts/use-account.ts'
import { useTranslation } from '../lib/translate.ts'
import { activeContext } from '../lib/api/api.ts'
import { useStore } from '../lib/store.ts'
import styles from './navigation-entry.module.css'

/** Whose knowledge bases are open from here; null where the plan has none. */
function useKnowledgeId() {
  const account = useAccount()
  const { roomId } = useStore(activeContext.place)
  return account?.subscriptionPlan.rag_allowed ? (roomId ?? account.id) : null
}

/** The way to the knowledge bases of the active room, where the plan has some. */
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

/** The same way in the folded navigation. */
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
