import { type AccountId, limits, type RoomId, type RoomPicture } from '@atrium/contract'
import { Dialog, EmptyState, SkeletonRows } from '@atrium/ui'
import { SearchField } from '@atrium/ui/lists/search-field.tsx'
import { Button, FileButton, UnstyledButton } from '@mantine/core'
import { IconPhoto, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { roomPicturesQuery } from '../../../entities/chats/room-pictures.ts'
import { useFileAddress, usePicture } from '../../../entities/files/use-picture-address.ts'
import { Loaded } from '../../../lib/lists/loaded.tsx'
import { Pages } from '../../../lib/lists/pages.tsx'
import { useTranslation } from '../../../lib/translate.ts'
import styles from './pictures.module.css'

type PictureDialogProps = {
  accountId: AccountId
  room: { id: RoomId; name: string }
  onUpload: (file: File) => void
  onChoose: (picture: RoomPicture, alt: string) => void
  onClose: () => void
}

/** Chooses a picture for a canvas: one of its room, or of this device. */
export function PictureDialog({ accountId, room, onUpload, onChoose, onClose }: PictureDialogProps) {
  const { t } = useTranslation(['canvases', 'common'])
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('picture.choose')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <div className={styles.chooser}>
        <FileButton
          accept="image/png,image/jpeg,image/gif,image/webp"
          inputProps={{ 'aria-label': t('picture.file') }}
          onChange={(file) => file && onUpload(file)}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              data-autofocus
              leftSection={<IconUpload size={18} stroke={1.7} aria-hidden="true" />}
            >
              {t('picture.upload')}
            </Button>
          )}
        </FileButton>
        <RoomPictures accountId={accountId} room={room} onChoose={onChoose} />
      </div>
    </Dialog>
  )
}

function RoomPictures({
  accountId,
  room,
  onChoose,
}: Pick<PictureDialogProps, 'accountId' | 'room' | 'onChoose'>) {
  const { t } = useTranslation('gallery')
  const { t: say } = useTranslation('canvases')
  const [wanted, setWanted] = useState({ page: 1, search: '' })
  const list = useQuery(roomPicturesQuery(accountId, room.id, wanted))
  return (
    <section className={styles.room} aria-label={say('picture.room', { room: room.name })}>
      <h3 className={styles.heading}>{say('picture.room', { room: room.name })}</h3>
      <SearchField
        label={t('search.label')}
        search={wanted.search}
        onSearch={(search) => setWanted({ page: 1, search })}
        maxLength={limits.searchCharacters}
      />
      <Loaded
        compact
        query={list}
        skeleton={<SkeletonRows count={3} label={t('list.loading')} />}
        failed={t('list.failed')}
      >
        {({ pictures, count }) =>
          pictures.length === 0 ? (
            <EmptyState
              icon={<IconPhoto size={24} stroke={1.6} />}
              title={t(wanted.search ? 'none.title' : 'empty.title')}
              text={wanted.search ? t('none.text') : say('picture.noneYet')}
            />
          ) : (
            <>
              <ul className={styles.grid} data-stale={list.isPlaceholderData || undefined}>
                {pictures.map((picture) => (
                  <li key={picture.fileId}>
                    <Choice picture={picture} onChoose={onChoose} />
                  </li>
                ))}
              </ul>
              <Pages
                t={t}
                page={wanted.page}
                count={count}
                pageSize={limits.pictureListSize}
                onPage={(page) => setWanted({ ...wanted, page })}
              />
            </>
          )
        }
      </Loaded>
    </section>
  )
}

function Choice({ picture, onChoose }: { picture: RoomPicture } & Pick<PictureDialogProps, 'onChoose'>) {
  const { t } = useTranslation('canvases')
  const address = useFileAddress(usePicture(picture.fileId, picture.chatId).picture)
  const alt = picture.altText || picture.prompt
  return (
    <UnstyledButton
      className={styles.choice}
      aria-label={t('picture.insert', { alt })}
      title={alt}
      onClick={() => onChoose(picture, alt)}
    >
      {address === null ? <span className={styles.loading} /> : <img src={address} alt="" />}
    </UnstyledButton>
  )
}
