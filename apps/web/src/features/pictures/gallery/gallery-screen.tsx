import { type AccountId, limits, type RoomId, type RoomPicture } from '@atrium/contract'
import { EmptyState, SkeletonRows } from '@atrium/ui'
import { ListCount, ListTools, Screen, ScreenHead } from '@atrium/ui/lists/screen.tsx'
import { SearchField } from '@atrium/ui/lists/search-field.tsx'
import { Button } from '@mantine/core'
import { IconPhoto, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useAccount } from '../../../entities/accounts/use-account.ts'
import { type PicturesWanted, roomPicturesQuery } from '../../../entities/chats/room-pictures.ts'
import { useRoom } from '../../../entities/rooms/use-room.ts'
import { Loaded } from '../../../lib/lists/loaded.tsx'
import { Pages } from '../../../lib/lists/pages.tsx'
import { usePageTitle } from '../../../lib/navigation/page-title.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { GalleryCard } from './gallery-card.tsx'
import { firstGalleryPage, galleryLink } from './gallery-page.ts'
import styles from './gallery.module.css'

const GalleryPicture = lazy(() =>
  import('./gallery-picture.tsx').then((module) => ({ default: module.GalleryPicture })),
)

/** `/images`: the pictures that models made in the active room, in chats that the reader may open. */
export function GalleryScreen({ page }: { page: PicturesWanted }) {
  const { t } = useTranslation('gallery')
  usePageTitle(t('title'))
  const account = useAccount()
  const room = useRoom()
  const navigate = useNavigate()
  const onPage = (wanted: PicturesWanted) => void navigate({ ...galleryLink(wanted), replace: true })
  return (
    <Screen>
      <ScreenHead title={t('title')} about={room ? t('text', { room: room.name }) : t('noRoom')} />
      {account && room && (
        <>
          <ListTools>
            <SearchField
              label={t('search.label')}
              search={page.search}
              onSearch={(search) => onPage({ page: 1, search })}
              maxLength={limits.searchCharacters}
            />
          </ListTools>
          <Gallery accountId={account.id} roomId={room.id} page={page} onPage={onPage} />
        </>
      )}
    </Screen>
  )
}

type GalleryProps = {
  accountId: AccountId
  roomId: RoomId
  page: PicturesWanted
  onPage: (page: PicturesWanted) => void
}

function Gallery({ accountId, roomId, page, onPage }: GalleryProps) {
  const { t } = useTranslation('gallery')
  const list = useQuery(roomPicturesQuery(accountId, roomId, page))
  const [shownId, setShownId] = useState<RoomPicture['fileId'] | null>(null)
  return (
    <Loaded
      query={list}
      skeleton={<SkeletonRows count={4} label={t('list.loading')} />}
      failed={t('list.failed')}
    >
      {({ pictures, count }) => {
        if (pictures.length === 0) return <NoPictures page={page} onPage={onPage} />
        const at = pictures.findIndex(({ fileId }) => fileId === shownId)
        const shown = pictures[at]
        return (
          <>
            <ListCount>{t('count', { count })}</ListCount>
            <ul
              className={styles.grid}
              aria-label={t('title')}
              aria-busy={list.isPlaceholderData}
              data-stale={list.isPlaceholderData || undefined}
            >
              {pictures.map((picture) => (
                <li key={picture.fileId}>
                  <GalleryCard picture={picture} onEnlarge={() => setShownId(picture.fileId)} />
                </li>
              ))}
            </ul>
            <Pages
              t={t}
              page={page.page}
              count={count}
              pageSize={limits.pictureListSize}
              onPage={(wanted) => onPage({ ...page, page: wanted })}
            />
            {shown && (
              <Suspense>
                <GalleryPicture
                  accountId={accountId}
                  roomId={roomId}
                  picture={shown}
                  number={at + 1}
                  count={pictures.length}
                  onStep={(step) => setShownId(pictures[at + step]?.fileId ?? null)}
                  onClose={() => setShownId(null)}
                />
              </Suspense>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

function NoPictures({ page, onPage }: Pick<GalleryProps, 'page' | 'onPage'>) {
  const { t } = useTranslation('gallery')
  if (page.search !== '' || page.page > 1)
    return (
      <EmptyState
        icon={<IconSearch size={24} stroke={1.6} />}
        title={t('none.title')}
        text={t('none.text')}
        action={
          <Button variant="default" onClick={() => onPage(firstGalleryPage)}>
            {t('none.action')}
          </Button>
        }
      />
    )
  return (
    <EmptyState
      icon={<IconPhoto size={24} stroke={1.6} />}
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        <Button renderRoot={(props) => <Link {...props} to="/chat/$chatId" params={{ chatId: 'new' }} />}>
          {t('empty.action')}
        </Button>
      }
    />
  )
}
