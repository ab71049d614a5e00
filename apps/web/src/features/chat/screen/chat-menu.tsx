import { Menu } from '@mantine/core'
import {
  IconBooks,
  IconFolderSymlink,
  IconListSearch,
  IconPencil,
  IconStar,
  IconStarOff,
  IconTag,
  IconTrash,
  IconUsers,
  IconUsersMinus,
} from '@tabler/icons-react'
import { type AccountId, type ChatAction, type ChatDetails, mayInChat } from '@atrium/contract'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../../lib/translate.ts'
import type { ChosenDialog } from '../../history/index.ts'
import { preloadShareDialog } from '../../sharing/index.ts'
import { useAccount } from '../../../entities/accounts/use-account.ts'
import { shareChat } from '../../../entities/chats/share-chat.ts'
import { showFailure } from '../../../lib/toasts/show-failure.ts'
import { showToast } from '../../../lib/toasts/toasts.ts'
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
  /** The displayed title. */
  title: string
  onRename: () => void
  onDialog: (dialog: ChosenDialog) => void
  onShare: () => void
  onAddToBase: () => void
}

/** Actions for a whole chat. */
export function ChatMenu({
  menu,
  details,
  accountId,
  title,
  onRename,
  onDialog,
  onShare,
  onAddToBase,
}: ChatMenuProps) {
  const { t } = useTranslation(['chat', 'labels', 'longChat', 'sharing'])
  const navigate = useNavigate()
  const hasOthers = (useAccount()?.memberCount ?? 1) > 1
  const { chatId, isStarred, relation, share } = details
  const may = (action: ChatAction) => mayInChat(relation, action)
  const stopSharing = async () => {
    try {
      await shareChat(accountId, chatId, 'none')
      void showToast(t('sharing:done.none'), 'good')
    } catch (error) {
      showFailure(error)
    }
  }
  const StarIcon = isStarred ? IconStarOff : IconStar
  const remove = async () => {
    if (await deleteChatWithUndo(accountId, { chatId, title }))
      await navigate({ to: '/chat/$chatId', params: { chatId: 'new' } })
  }
  return (
    <AskedMenu menu={menu} position="bottom-end">
      {may('rename') && (
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.7} />} onClick={onRename}>
          {t('header.rename')}
        </Menu.Item>
      )}
      {may('share') && hasOthers && (
        <Menu.Item
          leftSection={<IconUsers size={16} stroke={1.7} />}
          onMouseEnter={preloadShareDialog}
          onClick={onShare}
        >
          {t('sharing:share')}
        </Menu.Item>
      )}
      {may('stopSharing') && share !== 'none' && (
        <Menu.Item leftSection={<IconUsersMinus size={16} stroke={1.7} />} onClick={() => void stopSharing()}>
          {t('sharing:stop')}
        </Menu.Item>
      )}
      {may('share') && share !== 'none' && (
        <Menu.Item leftSection={<IconBooks size={16} stroke={1.7} />} onClick={onAddToBase}>
          {t('header.addToBase')}
        </Menu.Item>
      )}
      {may('organize') && (
        <>
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
          <Menu.Item
            leftSection={<IconFolderSymlink size={16} stroke={1.7} />}
            onClick={() => onDialog('move')}
          >
            {t('labels:action.move')}
          </Menu.Item>
        </>
      )}
      <Menu.Item leftSection={<IconListSearch size={16} stroke={1.7} />} onClick={openChatFind}>
        {t('longChat:find.open')}
      </Menu.Item>
      <ExportItems accountId={accountId} chatIds={[chatId]} onPrint={() => onDialog('print')} />
      {may('delete') && (
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} stroke={1.7} />}
          onClick={() => void remove()}
        >
          {t('header.delete')}
        </Menu.Item>
      )}
    </AskedMenu>
  )
}
