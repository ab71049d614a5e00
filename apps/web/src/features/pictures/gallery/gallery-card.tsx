import { Button, UnstyledButton } from '@mantine/core'
import type { RoomPicture } from '@atrium/contract'
import { IconPhotoX } from '@tabler/icons-react'
import { useFileAddress, usePicture } from '../../../entities/files/use-picture-address.ts'
import { Moment } from '../../../lib/moment.tsx'
import { useTranslation } from '../../../lib/translate.ts'
import { altOf } from '../alt-of.ts'
import styles from './gallery.module.css'

/** A picture with its question, author, model and time. */
export function GalleryCard({ picture, onEnlarge }: { picture: RoomPicture; onEnlarge: () => void }) {
  const { t } = useTranslation('gallery')
  const { picture: bytes, hasFailed, reload } = usePicture(picture.fileId, picture.chatId)
  const address = useFileAddress(bytes)
  const alt = altOf(picture.altText, picture.prompt)
  return (
    <figure className={styles.card}>
      {hasFailed ? (
        <div className={styles.missing}>
          <IconPhotoX size={24} stroke={1.5} aria-hidden="true" />
          <Button size="xs" variant="default" onClick={reload}>
            {t('picture.tryAgain')}
          </Button>
        </div>
      ) : (
        <UnstyledButton
          className={styles.enlarge}
          aria-label={t('picture.enlarge', { alt })}
          disabled={address === null}
          onClick={onEnlarge}
        >
          {address === null ? (
            <span className={styles.loading} />
          ) : (
            <img src={address} alt={alt} width={picture.width} height={picture.height} />
          )}
        </UnstyledButton>
      )}
      <figcaption className={styles.caption}>
        <span className={styles.prompt} dir="auto">
          {picture.prompt}
        </span>
        <span className={styles.facts}>
          <bdi>{picture.author.name}</bdi>
          {picture.modelName !== null && <bdi>{picture.modelName}</bdi>}
          <Moment at={picture.madeAt} />
        </span>
      </figcaption>
    </figure>
  )
}
