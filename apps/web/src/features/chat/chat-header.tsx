import { ActionIcon, Menu, TextInput } from '@mantine/core'
import {
  IconDots,
  IconFolderSymlink,
  IconList,
  IconPencil,
  IconStar,
  IconStarOff,
  IconTag,
  IconTrash,
} from '@tabler/icons-react'
import { limits, type AccountId, type ChatDetails } from '@atrium/contract'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../lib/page-title.ts'
import { type ChosenDialog, ChosenDialogs } from '../history/chosen-dialogs.tsx'
import { ExportItems } from '../transfer/export-items.tsx'
import { changeOrTell } from '../history/labels-queries.ts'
import { openChatOutline } from './chat-outline.ts'
import { deleteChatWithUndo } from './delete-chat.ts'
import { chatChanges } from './queries.ts'
import { showFailure } from './show-error.ts'
import { ToolButton } from './tool-button.tsx'
import { useShownTitle } from './use-shown-title.ts'
import styles from './chat.module.css'

type ChatHeaderProps = {
  details: ChatDetails
  accountId: AccountId
  /** It has several questions to go to. */
  hasOutline: boolean
}

/** The title of a chat, editable in its place, and what can be done with the chat. */
export function ChatHeader({ details, accountId, hasOutline }: ChatHeaderProps) {
  const { t } = useTranslation(['chat', 'labels', 'longChat', 'transfer'])
  const navigate = useNavigate()
  const [isRenaming, setIsRenaming] = useState(false)
  const [dialog, setDialog] = useState<ChosenDialog>(null)
  const { chatId, chatTitle, readOnly, isStarred, importedFrom } = details
  const title = useShownTitle(chatTitle)
  usePageTitle(title)
  const remove = async () => {
    if (await deleteChatWithUndo(accountId, { chatId, title }))
      await navigate({ to: '/chat/$chatId', params: { chatId: 'new' } })
  }
  const rename = (changed: string) => {
    setIsRenaming(false)
    if (changed !== '' && changed !== chatTitle)
      chatChanges(accountId).rename(chatId, changed).catch(showFailure)
  }
  return (
    <header className={styles.header}>
      {isRenaming ? (
        <TitleField title={chatTitle} onDone={rename} />
      ) : (
        <h1 className={styles.title} dir="auto">
          {title}
        </h1>
      )}
      {importedFrom !== null && !isRenaming && (
        <span className={styles.imported}>{t(`transfer:imported.${importedFrom}`)}</span>
      )}
      {hasOutline && !isRenaming && (
        <span className={styles.headerTool}>
          <ToolButton label={t('longChat:outline.open')} icon={IconList} onClick={openChatOutline} />
        </span>
      )}
      {!readOnly && !isRenaming && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('header.menu')}>
              <IconDots size={18} stroke={1.7} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconPencil size={16} stroke={1.7} />}
              onClick={() => setIsRenaming(true)}
            >
              {t('header.rename')}
            </Menu.Item>
            <Menu.Item
              leftSection={
                isStarred ? <IconStarOff size={16} stroke={1.7} /> : <IconStar size={16} stroke={1.7} />
              }
              onClick={() =>
                changeOrTell(accountId, { action: 'star', chatIds: [chatId], isStarred: !isStarred })
              }
            >
              {t(isStarred ? 'labels:action.unstar' : 'labels:action.star')}
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
            <ExportItems accountId={accountId} chatIds={[chatId]} onPrint={() => setDialog('print')} />
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} stroke={1.7} />}
              onClick={() => void remove()}
            >
              {t('header.delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      <ChosenDialogs open={dialog} accountId={accountId} chats={[details]} onClose={() => setDialog(null)} />
    </header>
  )
}

/** Enter or leaving the field keeps the title, Escape does not. */
function TitleField({ title, onDone }: { title: string; onDone: (title: string) => void }) {
  const { t } = useTranslation('chat')
  const [changed, setChanged] = useState(title)
  return (
    <TextInput
      className={styles.titleField}
      size="sm"
      aria-label={t('header.titleLabel')}
      autoFocus
      maxLength={limits.chatTitleCharacters}
      value={changed}
      onChange={(event) => setChanged(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => onDone(changed.trim())}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') onDone(changed.trim())
        if (event.key === 'Escape') onDone(title)
      }}
    />
  )
}
