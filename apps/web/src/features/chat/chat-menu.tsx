import { Menu } from '@mantine/core'
import { IconFolderSymlink, IconPencil, IconStar, IconStarOff, IconTag, IconTrash } from '@tabler/icons-react'
import type { AccountId, ChatDetails } from '@atrium/contract'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ChosenDialog } from '../history/chosen-dialogs.tsx'
import { changeOrTell } from '../history/labels-queries.ts'
import { ExportItems } from '../transfer/export-items.tsx'
import { AskedMenu } from './asked-menu.tsx'
import { deleteChatWithUndo } from './delete-chat.ts'
import type { AskedMenu as Asked } from './menu-on-demand.ts'

type ChatMenuProps = {
  menu: Asked
  details: ChatDetails
  accountId: AccountId
  /** As it is shown. */
  title: string
  onRename: () => void
  onDialog: (dialog: ChosenDialog) => void
}

/** What can be done with a chat as a whole. */
export function ChatMenu({ menu, details, accountId, title, onRename, onDialog }: ChatMenuProps) {
  const { t } = useTranslation(['chat', 'labels'])
  const navigate = useNavigate()
  const { chatId, isStarred } = details
  const StarIcon = isStarred ? IconStarOff : IconStar
  const remove = async () => {
    if (await deleteChatWithUndo(accountId, { chatId, title }))
      await navigate({ to: '/chat/$chatId', params: { chatId: 'new' } })
  }
  return (
    <AskedMenu menu={menu} position="bottom-end">
      <Menu.Item leftSection={<IconPencil size={16} stroke={1.7} />} onClick={onRename}>
        {t('header.rename')}
      </Menu.Item>
      <Menu.Item
        leftSection={<StarIcon size={16} stroke={1.7} />}
        onClick={() => changeOrTell(accountId, { action: 'star', chatIds: [chatId], isStarred: !isStarred })}
      >
        {t(isStarred ? 'labels:action.unstar' : 'labels:action.star')}
      </Menu.Item>
      <Menu.Item leftSection={<IconTag size={16} stroke={1.7} />} onClick={() => onDialog('labels')}>
        {t('labels:action.labels')}
      </Menu.Item>
      <Menu.Item leftSection={<IconFolderSymlink size={16} stroke={1.7} />} onClick={() => onDialog('move')}>
        {t('labels:action.move')}
      </Menu.Item>
      <ExportItems accountId={accountId} chatIds={[chatId]} onPrint={() => onDialog('print')} />
      <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.7} />} onClick={() => void remove()}>
        {t('header.delete')}
      </Menu.Item>
    </AskedMenu>
  )
}
