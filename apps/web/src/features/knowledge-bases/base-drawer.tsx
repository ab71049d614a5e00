import type { Account, KnowledgeBase } from '@atrium/contract'
import { EmptyState, useFocusBack } from '@atrium/ui'
import { Drawer } from '@mantine/core'
import { IconBooks } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { BaseSources } from '../knowledge-sources/base-sources.tsx'
import { BaseAbout } from './base-about.tsx'
import { BaseFiles } from './base-files.tsx'
import styles from './knowledge-bases.module.css'

type BaseDrawerProps = {
  account: Account
  /** Null when it is not in the list that is shown. */
  base: KnowledgeBase | null
  onClose: () => void
}

/** A knowledge base, open over the list: what it is, and its files. */
export function BaseDrawer({ account, base, onClose }: BaseDrawerProps) {
  const { t } = useTranslation(['knowledgeBases', 'common'])
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
        <EmptyState
          icon={<IconBooks size={24} stroke={1.6} />}
          title={t('base.gone.title')}
          text={t('base.gone.text')}
        />
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
