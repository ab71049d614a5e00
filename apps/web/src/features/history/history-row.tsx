import { ActionIcon, Menu } from '@mantine/core'
import { IconChevronDown, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import type { AccountId, ChatItem } from '@atrium/contract'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../lib/i18n.ts'
import { deleteChatWithUndo } from '../chat/delete-chat.ts'
import { useShownTitle } from '../chat/use-shown-title.ts'
import { useRooms } from '../rooms/use-room.ts'
import { ChatCosts } from './chat-costs.tsx'
import { Moment } from './moment.tsx'
import styles from './history.module.css'

const RenameDialog = lazy(() =>
  import('./rename-dialog.tsx').then((module) => ({ default: module.RenameDialog })),
)

type HistoryRowProps = { chat: ChatItem; accountId: AccountId; isOpened: boolean; onToggle: () => void }

/** One chat of the history and, when opened, what its questions took. */
export function HistoryRow({ chat, accountId, isOpened, onToggle }: HistoryRowProps) {
  const { t } = useTranslation('history')
  const costs = useId()
  const title = useShownTitle(chat.chatTitle)
  const credits = new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 3 }).format(
    chat.creditsUsed,
  )
  return (
    <tbody className={styles.chat}>
      <tr>
        <td className={styles.expandCell}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('row.showCosts', { title })}
            aria-expanded={isOpened}
            aria-controls={costs}
            onClick={onToggle}
          >
            <IconChevronDown
              size={17}
              stroke={1.8}
              className={styles.chevron}
              data-opened={isOpened || undefined}
            />
          </ActionIcon>
        </td>
        <th scope="row" className={styles.titleCell}>
          <Link
            to="/chat/$chatId"
            params={{ chatId: chat.chatId }}
            className={styles.link}
            dir="auto"
            title={title}
          >
            {title}
          </Link>
          {chat.isAnswering && (
            <span
              className={styles.pulse}
              role="img"
              aria-label={t('row.answering')}
              title={t('row.answering')}
            />
          )}
        </th>
        <td className={styles.roomCell}>
          <RoomName roomId={chat.roomId} />
        </td>
        <td className={styles.number}>
          <span className={styles.wide}>
            {new Intl.NumberFormat(currentLanguage()).format(chat.questionCount)}
          </span>
          <span className={styles.narrow}>{t('questions', { count: chat.questionCount })}</span>
        </td>
        <td className={styles.number}>
          <span className={styles.wide}>{credits}</span>
          <span className={styles.narrow}>{t('credits', { count: chat.creditsUsed })}</span>
        </td>
        <td className={styles.dateCell}>
          <Moment at={chat.date} />
        </td>
        <td className={styles.menuCell}>
          {!chat.readOnly && <RowMenu chat={chat} title={title} accountId={accountId} />}
        </td>
      </tr>
      {isOpened && (
        <tr className={styles.costsRow}>
          <td colSpan={7} id={costs}>
            <ChatCosts accountId={accountId} chatId={chat.chatId} />
          </td>
        </tr>
      )}
    </tbody>
  )
}

function RoomName({ roomId }: Pick<ChatItem, 'roomId'>) {
  const { data: rooms } = useRooms()
  return <span dir="auto">{rooms?.find((room) => room.id === roomId)?.name ?? '–'}</span>
}

function RowMenu({ chat, title, accountId }: { chat: ChatItem; title: string; accountId: AccountId }) {
  const { t } = useTranslation('history')
  const [isRenaming, setIsRenaming] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const closeRenaming = () => {
    setIsRenaming(false)
    trigger.current?.focus()
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            ref={trigger}
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('row.menu', { title })}
          >
            <IconDots size={18} stroke={1.7} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} stroke={1.7} />} onClick={() => setIsRenaming(true)}>
            {t('row.rename')}
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} stroke={1.7} />}
            onClick={() => void deleteChatWithUndo(accountId, { chatId: chat.chatId, title })}
          >
            {t('row.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isRenaming && (
        <Suspense>
          <RenameDialog accountId={accountId} chat={chat} onClose={closeRenaming} />
        </Suspense>
      )}
    </>
  )
}
