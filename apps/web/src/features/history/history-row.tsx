import list from '@atrium/ui/lists/list-table.module.css'
import { ActionIcon, Checkbox } from '@mantine/core'
import { IconChevronDown, IconGitFork, IconStar, IconStarFilled } from '@tabler/icons-react'
import type { AccountId, ChatItem } from '@atrium/contract'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { useShownTitle } from '../../entities/chats/use-shown-title.ts'
import { ChatCosts } from './chat-costs.tsx'
import { LabelBadges } from './labels/label-badges.tsx'
import { changeOrShowError } from '../../entities/chats/labels.ts'
import { Moment } from '../../lib/moment.tsx'
import { SharerTag } from '../sharing/index.ts'
import { useIsOwn } from './use-is-own.ts'
import { RoomName } from './room-name.tsx'
import { RowMenu } from './row-menu.tsx'
import styles from './history.module.css'

type HistoryRowProps = {
  chat: ChatItem
  accountId: AccountId
  isOpened: boolean
  isSelected: boolean
  onToggle: () => void
  onSelect: (isSelected: boolean) => void
}

/** One chat of the history and, when expanded, the cost of its questions. */
export function HistoryRow({ chat, accountId, isOpened, isSelected, onToggle, onSelect }: HistoryRowProps) {
  const { t } = useTranslation(['history', 'labels'])
  const costs = useId()
  const title = useShownTitle(chat.chatTitle)
  const isOwn = useIsOwn(chat)
  const credits = new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 3 }).format(
    chat.creditsUsed,
  )
  return (
    <tbody className={styles.chat} data-selected={isSelected || undefined}>
      <tr>
        <td className={styles.selectCell}>
          {isOwn && (
            <Checkbox
              size="xs"
              aria-label={t('labels:select.row', { title })}
              checked={isSelected}
              onChange={(event) => onSelect(event.currentTarget.checked)}
            />
          )}
        </td>
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
          {chat.isFork && (
            <span className={styles.fork} role="img" aria-label={t('row.fork')} title={t('row.fork')}>
              <IconGitFork size={14} stroke={1.8} aria-hidden="true" />
            </span>
          )}
          {chat.isAnswering && (
            <span
              className={styles.pulse}
              role="img"
              aria-label={t('row.answering')}
              title={t('row.answering')}
            />
          )}
          {chat.isUnseen && !chat.isAnswering && (
            <span
              className={styles.unseen}
              role="img"
              aria-label={t('labels:row.unseen')}
              title={t('labels:row.unseen')}
            />
          )}
          <SharerTag chat={chat} />
          <LabelBadges labels={chat.labels} />
        </th>
        <td className={styles.roomCell}>
          <RoomName roomId={chat.roomId} />
        </td>
        <td className={`${list.number} ${styles.number}`}>
          <span className={list.wide}>
            {new Intl.NumberFormat(currentLanguage()).format(chat.questionCount)}
          </span>
          <span className={list.narrow}>{t('questions', { count: chat.questionCount })}</span>
        </td>
        <td className={`${list.number} ${styles.number}`}>
          <span className={list.wide}>{credits}</span>
          <span className={list.narrow}>{t('credits', { count: chat.creditsUsed })}</span>
        </td>
        <td className={styles.dateCell}>
          <Moment at={chat.date} />
        </td>
        <td className={`${list.menuCell} ${styles.menuCell}`}>
          {isOwn && (
            <>
              <StarButton chat={chat} title={title} accountId={accountId} />
              <RowMenu chat={chat} title={title} accountId={accountId} />
            </>
          )}
        </td>
      </tr>
      {isOpened && (
        <tr className={styles.costsRow}>
          <td colSpan={8} id={costs}>
            <ChatCosts accountId={accountId} chatId={chat.chatId} />
          </td>
        </tr>
      )}
    </tbody>
  )
}

function StarButton({ chat, title, accountId }: { chat: ChatItem; title: string; accountId: AccountId }) {
  const { t } = useTranslation('labels')
  const { chatId, isStarred } = chat
  const Star = isStarred ? IconStarFilled : IconStar
  return (
    <ActionIcon
      variant="subtle"
      color={isStarred ? 'yellow.8' : 'gray'}
      size={32}
      aria-label={t('star.add', { title })}
      aria-pressed={isStarred}
      onClick={() =>
        changeOrShowError(accountId, { action: 'star', chatIds: [chatId], isStarred: !isStarred })
      }
    >
      <Star size={17} stroke={1.7} />
    </ActionIcon>
  )
}
