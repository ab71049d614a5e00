import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconDownload,
  IconFolderSymlink,
  IconStar,
  IconStarOff,
  IconTag,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import type { AccountId } from '@atrium/contract'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { type ChosenDialog, ChosenDialogs } from './chosen-dialogs.tsx'
import { ExportItems } from '../transfer/index.ts'
import { changeOrShowError, type ChosenChat, deleteWithUndo } from '../../entities/chats/labels.ts'
import styles from './labels/labels.module.css'

type BulkBarProps = {
  accountId: AccountId
  chats: readonly (ChosenChat & { isStarred: boolean })[]
  onClear: () => void
}

/** Bulk actions for the selected chats (HIST-05). */
export function BulkBar({ accountId, chats, onClear }: BulkBarProps) {
  const { t } = useTranslation(['labels', 'transfer'])
  const [dialog, setDialog] = useState<ChosenDialog>(null)
  const chatIds = chats.map(({ chatId }) => chatId)
  const isStarred = chats.every((chat) => chat.isStarred)
  const tool = (label: string, Icon: typeof IconTag, onClick: () => void) => (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      leftSection={<Icon size={16} stroke={1.7} />}
      onClick={onClick}
    >
      {label}
    </Button>
  )
  return (
    <div className={styles.bulk} role="toolbar" aria-label={t('select.bar')}>
      <ActionIcon variant="subtle" color="gray" size={30} aria-label={t('select.clear')} onClick={onClear}>
        <IconX size={17} stroke={1.8} />
      </ActionIcon>
      <span className={styles.bulkCount} role="status">
        {t('select.count', { count: chats.length })}
      </span>
      {tool(t('bulk.labels'), IconTag, () => setDialog('labels'))}
      {tool(t(isStarred ? 'action.unstar' : 'action.star'), isStarred ? IconStarOff : IconStar, () =>
        changeOrShowError(accountId, { action: 'star', chatIds, isStarred: !isStarred }),
      )}
      {tool(t('bulk.move'), IconFolderSymlink, () => setDialog('move'))}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconDownload size={16} stroke={1.7} />}
          >
            {t('transfer:export')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <ExportItems accountId={accountId} chatIds={chatIds} />
        </Menu.Dropdown>
      </Menu>
      {tool(t('bulk.delete'), IconTrash, () => {
        void deleteWithUndo(accountId, chats).then((isDeleted) => isDeleted && onClear())
      })}
      <ChosenDialogs open={dialog} accountId={accountId} chats={chats} onClose={() => setDialog(null)} />
    </div>
  )
}
