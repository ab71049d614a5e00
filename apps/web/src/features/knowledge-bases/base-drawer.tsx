import type { Account, BaseId, KnowledgeBase } from '@atrium/contract'
import { EmptyState, SkeletonRows, useFocusBack } from '@atrium/ui'
import { Drawer } from '@mantine/core'
import { IconBooks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/translate.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { BaseSources } from '../knowledge-sources/index.ts'
import { LoadFailure } from '../../lib/lists/load-failure.tsx'
import { BaseAbout } from './base-about.tsx'
import { BaseFiles } from './base-files.tsx'
import styles from './knowledge-bases.module.css'
import { baseQuery } from '../../entities/files/knowledge-bases.ts'

type BaseDrawerProps = {
  account: Account
  baseId: BaseId
  /** As listed; null for one outside the visible page, which is loaded separately. */
  listed: KnowledgeBase | null
  onClose: () => void
}

/** A knowledge base, open over the list: description, files and sources. */
export function BaseDrawer({ account, baseId, listed, onClose }: BaseDrawerProps) {
  const { t } = useTranslation(['knowledgeBases', 'common'])
  const alone = useQuery({ ...baseQuery(account.id, baseId), enabled: listed === null })
  const base = listed ?? (alone.isError ? null : (alone.data ?? null))
  useFocusBack(true)
  const close = base === null ? t('common:action.close') : t('base.close', { name: base.rag_name })
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="min(44rem, 100vw)"
      returnFocus={false}
      title={
        <span className={styles.drawerTitle} dir="auto">
          {base?.rag_name ?? t('title')}
        </span>
      }
      closeButtonProps={{ 'aria-label': close }}
    >
      {base === null ? (
        <NotThere query={alone} />
      ) : (
        <div className={styles.drawer}>
          <BaseAbout accountId={account.id} base={base} onDeleted={onClose} />
          <BaseFiles account={account} base={base} />
          <BaseSources accountId={account.id} base={base} />
        </div>
      )}
    </Drawer>
  )
}

type NotThereProps = Parameters<typeof LoadFailure>[0]

/** Shown while a base is loading, missing, or failed to load. */
function NotThere({ query }: Pick<NotThereProps, 'query'>) {
  const { t } = useTranslation('knowledgeBases')
  if (query.error === null) return <SkeletonRows count={4} leading="square" label={t('base.loading')} />
  if (!(query.error instanceof ApiError) || query.error.code !== 'NOT_FOUND')
    return <LoadFailure title={t('base.failed')} query={query} />
  return (
    <EmptyState
      icon={<IconBooks size={24} stroke={1.6} />}
      title={t('base.gone.title')}
      text={t('base.gone.text')}
    />
  )
}
