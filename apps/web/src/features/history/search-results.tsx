import { ListCount } from '@atrium/ui/lists/screen.tsx'
import { IconSearchOff } from '@tabler/icons-react'
import type { AccountId, FoundChat } from '@atrium/contract'
import { EmptyState, SkeletonRows } from '@atrium/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../lib/translate.ts'
import { Loaded } from '../../lib/lists/loaded.tsx'
import type { HistoryPage } from '../../entities/chats/queries.ts'
import { Highlighted } from '../../lib/highlighted.tsx'
import { HistoryPages } from './history-pages.tsx'
import { Moment } from '../../lib/moment.tsx'
import { RoomName } from './room-name.tsx'
import { searchQuery } from '../../entities/chats/search.ts'
import styles from './labels/labels.module.css'

type SearchResultsProps = { accountId: AccountId; page: HistoryPage; text: string }

/** The chats that contain all words, each match linked to its message (HIST-04). */
export function SearchResults({ accountId, page, text }: SearchResultsProps) {
  const { t } = useTranslation('search')
  const found = useQuery(searchQuery(accountId, text, { page: page.page }))
  return (
    <Loaded query={found} skeleton={<SkeletonRows count={5} label={t('loading')} />} failed={t('failed')}>
      {({ chats, count }) => (
        <>
          <ListCount>{t('count', { count })}</ListCount>
          {count === 0 ? (
            <EmptyState
              icon={<IconSearchOff size={24} stroke={1.6} />}
              title={t('none.title')}
              text={t('none.text')}
            />
          ) : (
            <ul className={styles.results} aria-label={t('results')} aria-busy={found.isPlaceholderData}>
              {chats.map((chat) => (
                <Result key={chat.chatId} chat={chat} />
              ))}
            </ul>
          )}
          <HistoryPages page={page} count={count} />
        </>
      )}
    </Loaded>
  )
}

function Result({ chat: { chatId, chatTitle, roomId, date, hits } }: { chat: FoundChat }) {
  const { t } = useTranslation('search')
  return (
    <li className={styles.result}>
      <div className={styles.resultHead}>
        <Link to="/chat/$chatId" params={{ chatId }} className={styles.resultTitle}>
          <Highlighted segments={chatTitle} />
        </Link>
        <span className={styles.resultDetail}>
          <RoomName roomId={roomId} />
          <Moment at={date} />
        </span>
      </div>
      {hits.map(({ turnId, part, excerpt }) => (
        <Link
          key={turnId}
          to="/chat/$chatId"
          params={{ chatId }}
          search={{ turn: turnId }}
          className={styles.hit}
        >
          <span className={styles.hitPart}>{t(`part.${part}`)}</span>
          <Highlighted segments={excerpt} />
        </Link>
      ))}
    </li>
  )
}
