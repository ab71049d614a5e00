import { Checkbox, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { AccountId, ChatId, ChatItem } from '@atrium/contract'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { HistoryPage } from '../../entities/chats/queries.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { useTranslation } from '../../lib/translate.ts'
import { BulkBar } from './bulk-bar.tsx'
import { HistoryRow } from './history-row.tsx'
import { historyLink, sortedBy } from './page-of.ts'
import styles from './history.module.css'

type HistoryTableProps = {
  chats: ChatItem[]
  accountId: AccountId
  page: HistoryPage
  /** The rows are of the page before. */ isStale: boolean
}

/** The chats of a page: a table on a desk, cards on a phone. A row opens to the credits of its questions. */
export function HistoryTable({ chats, accountId, page, isStale }: HistoryTableProps) {
  const { t } = useTranslation(['history', 'labels'])
  const [openedId, setOpenedId] = useState<string | null>(null)
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<ChatId>>(new Set())
  // Chats that left the page are deselected.
  const user = useUser()
  const own = chats.filter(({ sharedBy }) => sharedBy === null || sharedBy === user?.id)
  const selected = own.filter(({ chatId }) => selectedIds.has(chatId))
  const select = (chatId: ChatId, isSelected: boolean) => {
    const others = selected.map((chat) => chat.chatId).filter((id) => id !== chatId)
    setSelectedIds(new Set(isSelected ? [...others, chatId] : others))
  }
  const selectAll = (isSelected: boolean) =>
    setSelectedIds(new Set(isSelected ? own.map(({ chatId }) => chatId) : []))
  return (
    <>
      {selected.length > 0 && (
        <BulkBar accountId={accountId} chats={selected} onClear={() => selectAll(false)} />
      )}
      <table
        className={styles.table}
        aria-label={t(`labels:subtitle.${page.source}`)}
        aria-busy={isStale}
        data-stale={isStale || undefined}
      >
        <thead>
          <tr>
            <th scope="col" className={styles.selectCell}>
              <Checkbox
                size="xs"
                aria-label={t('labels:select.page')}
                checked={own.length > 0 && selected.length === own.length}
                indeterminate={selected.length > 0 && selected.length < own.length}
                disabled={own.length === 0}
                onChange={(event) => selectAll(event.currentTarget.checked)}
              />
            </th>
            <th scope="col" className={styles.expandCell}>
              <span className={styles.hidden}>{t('costs.title')}</span>
            </th>
            <SortableHead column="title" page={page} label={t('column.title')} />
            <th scope="col">{t('column.room')}</th>
            <th scope="col" className={styles.number}>
              {t('column.questions')}
            </th>
            <th scope="col" className={styles.number}>
              {t('column.credits')}
            </th>
            <SortableHead column="date" page={page} label={t('column.date')} />
            <th scope="col">
              <span className={styles.hidden}>{t('column.actions')}</span>
            </th>
          </tr>
        </thead>
        {chats.map((chat) => (
          <HistoryRow
            key={chat.chatId}
            chat={chat}
            accountId={accountId}
            isOpened={chat.chatId === openedId}
            isSelected={selectedIds.has(chat.chatId)}
            onSelect={(isSelected) => select(chat.chatId, isSelected)}
            onToggle={() => setOpenedId(chat.chatId === openedId ? null : chat.chatId)}
          />
        ))}
      </table>
    </>
  )
}

function SortableHead({
  column,
  page,
  label,
}: {
  column: HistoryPage['sort']
  page: HistoryPage
  label: string
}) {
  const navigate = useNavigate()
  const isSorted = page.sort === column
  const Arrow = page.order === 'asc' ? IconArrowUp : IconArrowDown
  return (
    <th scope="col" aria-sort={isSorted ? (page.order === 'asc' ? 'ascending' : 'descending') : 'none'}>
      <UnstyledButton
        className={styles.headButton}
        onClick={() => void navigate(historyLink(sortedBy(page, column)))}
      >
        {label}
        {isSorted && <Arrow size={14} stroke={2} aria-hidden="true" />}
      </UnstyledButton>
    </th>
  )
}
