import type { AccountId, KnowledgeBase } from '@atrium/contract'
import { ActionIcon, Menu } from '@mantine/core'
import { IconBooks, IconDots, IconFolderOpen, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { StatusBadge } from '../context-files/index.ts'
import { BaseFacts } from './base-facts.tsx'
import { DeleteBase } from './delete-base.tsx'
import styles from './knowledge-bases.module.css'

type BaseRowProps = {
  accountId: AccountId
  base: KnowledgeBase
  /** For lists with bases of several rooms. */
  showsRoom: boolean
  onOpen: () => void
}

/** One knowledge base of the list; a press anywhere on it opens it. */
export function BaseRow({ accountId, base, showsRoom, onOpen }: BaseRowProps) {
  return (
    <li className={styles.row}>
      <span className={styles.mark} aria-hidden="true">
        <IconBooks size={20} stroke={1.6} />
      </span>
      <div className={styles.body}>
        <div className={styles.first}>
          <button type="button" className={styles.open} dir="auto" onClick={onOpen}>
            {base.rag_name}
          </button>
          <StatusBadge state={base.state} />
        </div>
        {base.description !== '' && (
          <p className={styles.description} dir="auto">
            {base.description}
          </p>
        )}
        <BaseFacts base={base} showsRoom={showsRoom} />
      </div>
      <RowMenu accountId={accountId} base={base} onOpen={onOpen} />
    </li>
  )
}

function RowMenu({ accountId, base, onOpen }: Omit<BaseRowProps, 'showsRoom'>) {
  const { t } = useTranslation('knowledgeBases')
  const [isDeleting, setDeleting] = useState(false)
  if (!base.mayEdit) return null
  return (
    <div className={styles.menu}>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('row.menu', { name: base.rag_name })}
          >
            <IconDots size={18} stroke={1.7} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFolderOpen size={17} stroke={1.6} />} onClick={onOpen}>
            {t('row.open')}
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={17} stroke={1.6} />}
            onClick={() => setDeleting(true)}
          >
            {t('delete.action')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DeleteBase
        accountId={accountId}
        base={base}
        isAsking={isDeleting}
        onClose={() => setDeleting(false)}
      />
    </div>
  )
}
