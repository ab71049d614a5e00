import { Menu } from '@mantine/core'
import { IconFolderSymlink, IconPencil, IconTag, IconTrash } from '@tabler/icons-react'
import type { AccountId, ChatItem } from '@atrium/contract'
import { useRef, useState } from 'react'
import { deleteChatWithUndo } from '../../entities/chats/delete-chat.ts'
import { OptionsMenu } from '../../lib/tools/options-menu.tsx'
import { useTranslation } from '../../lib/translate.ts'
import { type ChosenDialog, ChosenDialogs } from './chosen-dialogs.tsx'
import { ExportItems } from '../transfer/index.ts'

type RowMenuProps = {
  chat: ChatItem
  title: string
  accountId: AccountId
  /** Its button's name, where another list beside has the same chat. */
  label?: string
}

/** Actions for one chat of the history. */
export function RowMenu({ chat, title, accountId, label }: RowMenuProps) {
  const { t } = useTranslation(['history', 'labels'])
  const [dialog, setDialog] = useState<ChosenDialog>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const close = () => {
    setDialog(null)
    trigger.current?.focus()
  }
  return (
    <>
      <OptionsMenu trigger={trigger} label={label ?? t('row.menu', { title })}>
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.7} />} onClick={() => setDialog('rename')}>
          {t('row.rename')}
        </Menu.Item>
        <Menu.Item leftSection={<IconTag size={16} stroke={1.7} />} onClick={() => setDialog('labels')}>
          {t('labels:action.labels')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFolderSymlink size={16} stroke={1.7} />}
          onClick={() => setDialog('move')}
        >
          {t('labels:action.move')}
        </Menu.Item>
        <ExportItems accountId={accountId} chatIds={[chat.chatId]} onPrint={() => setDialog('print')} />
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} stroke={1.7} />}
          onClick={() => void deleteChatWithUndo(accountId, { chatId: chat.chatId, title })}
        >
          {t('row.delete')}
        </Menu.Item>
      </OptionsMenu>
      <ChosenDialogs open={dialog} accountId={accountId} chats={[chat]} onClose={close} />
    </>
  )
}
