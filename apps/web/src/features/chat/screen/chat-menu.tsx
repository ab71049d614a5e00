import { Menu } from '@mantine/core'
import {
  IconFolderSymlink,
  IconListSearch,
  IconPencil,
  IconStar,
  IconStarOff,
  IconTag,
  IconTrash,
} from '@tabler/icons-react'
import type { AccountId, ChatDetails } from '@atrium/contract'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../../lib/translate.ts'
import type { ChosenDialog } from '../../history/index.ts'
import { changeOrShowError } from '../../../entities/chats/labels.ts'
import { ExportItems } from '../../transfer/index.ts'
import { AskedMenu } from '../../../lib/tools/asked-menu.tsx'
import { openChatFind } from '../../../entities/chats/chat-find.ts'
import { deleteChatWithUndo } from '../../../entities/chats/delete-chat.ts'
import type { AskedMenu as Asked } from '../../../lib/tools/menu-on-demand.ts'

type ChatMenuProps = {
  menu: Asked
  details: ChatDetails
  accountId: AccountId
  /** As it is shown. */
  title: string
  onRename: () => void
  onDialog: (dialog: ChosenDialog) => void
}

/** Actions for a whole chat. */
export function ChatMenu({ menu, details, accountId, title, onRename, onDialog }: ChatMenuProps) {
  const { t } = useTranslation(['chat', 'labels', 'longChat'])
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
        onClick={() =>
          changeOrShowError(accountId, { action: 'star', chatIds: [chatId], isStarred: !isStarred })
        }
      >
        {t(isStarred ? 'labels:action.unstar' : 'labels:action.star')}
      </Menu.Item>
      <Menu.Item leftSection={<IconTag size={16} stroke={1.7} />} onClick={() => onDialog('labels')}>
        {t('labels:action.labels')}
      </Menu.Item>
      <Menu.Item leftSection={<IconFolderSymlink size={16} stroke={1.7} />} onClick={() => onDialog('move')}>
        {t('labels:action.move')}
      </Menu.Item>
      <Menu.Item leftSection={<IconListSearch size={16} stroke={1.7} />} onClick={openChatFind}>
        {t('longChat:find.open')}
      </Menu.Item>
      <ExportItems accountId={accountId} chatIds={[chatId]} onPrint={() => onDialog('print')} />
      <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.7} />} onClick={() => void remove()}>
        {t('header.delete')}
      </Menu.Item>
    </AskedMenu>
  )
}
