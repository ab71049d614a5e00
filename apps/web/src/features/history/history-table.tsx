import { ColumnHead, ListTable, SortHead } from '@atrium/ui/lists/list-table.tsx'
import { Checkbox } from '@mantine/core'
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
  /** The rows still belong to the previous page. */ isStale: boolean
}

/** The chats of a page: a table on a desktop, cards on a phone. A row opens to the credits of its questions. */
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
  const navigate = useNavigate()
  const sortBy = (column: HistoryPage['sort']) => ({
    order: page.sort === column ? page.order : null,
    onSort: () => void navigate(historyLink(sortedBy(page, column))),
  })
  return (
    <>
      {selected.length > 0 && (
        <BulkBar accountId={accountId} chats={selected} onClear={() => selectAll(false)} />
      )}
      <ListTable
        label={t(`labels:subtitle.${page.source}`)}
        isStale={isStale}
        head={
          <>
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
            <ColumnHead isHidden>{t('costs.title')}</ColumnHead>
            <SortHead {...sortBy('title')}>{t('column.title')}</SortHead>
            <ColumnHead>{t('column.room')}</ColumnHead>
            <ColumnHead isNumber>{t('column.questions')}</ColumnHead>
            <ColumnHead isNumber>{t('column.credits')}</ColumnHead>
            <SortHead {...sortBy('date')}>{t('column.date')}</SortHead>
            <ColumnHead isHidden>{t('column.actions')}</ColumnHead>
          </>
        }
      >
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
      </ListTable>
    </>
  )
}
