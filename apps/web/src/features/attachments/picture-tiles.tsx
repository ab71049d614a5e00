import { ActionIcon } from '@mantine/core'
import { Ring } from '@atrium/ui'
import { IconPhotoX, IconRefresh, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/error-text.ts'
import { useStore } from '../../lib/store.ts'
import type { ChosenPicture, ChosenPictures } from './chosen-pictures.ts'
import { useFileAddress, usePicture } from './use-picture-address.ts'
import styles from './attachments.module.css'

/** The pictures of the next question, above its text: how far each is, and what can be done with it. */
export function PictureTiles({ chosen }: { chosen: ChosenPictures }) {
  const { t } = useTranslation('attachments')
  const pictures = useStore(chosen.list)
  if (pictures.length === 0) return null
  return (
    <ul className={styles.tiles} aria-label={t('chosen')}>
      {pictures.map((picture) => (
        <Tile key={picture.id} picture={picture} chosen={chosen} />
      ))}
    </ul>
  )
}

function Tile({ picture, chosen }: { picture: ChosenPicture; chosen: ChosenPictures }) {
  const { t } = useTranslation('attachments')
  const { id, name, state } = picture
  const stored = usePicture(picture.file === null && state.kind === 'ready' ? state.attachment.id : null)
  // Only what the browser has read as a picture is shown as one.
  const isRead = state.kind === 'ready' || (state.kind === 'sending' && state.sent > 0)
  const address = useFileAddress(isRead ? (picture.file ?? stored.picture) : null)
  return (
    <li className={styles.tile} data-failed={state.kind === 'failed' || state.kind === 'gone' || undefined}>
      {address === null ? (
        <IconPhotoX size={26} stroke={1.5} aria-hidden="true" />
      ) : (
        <img src={address} alt={name} className={styles.thumb} />
      )}
      {state.kind === 'sending' && (
        <span
          className={styles.progress}
          role="progressbar"
          aria-label={t('sending', { name })}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(state.sent * 100)}
        >
          <Ring part={state.sent} size={32} />
        </span>
      )}
      {state.kind === 'failed' && (
        <span role="alert" className={styles.failed}>
          {errorText(state.error)}
        </span>
      )}
      {state.kind === 'gone' && (
        <span role="alert" className={styles.failed}>
          {t('gone', { name })}
        </span>
      )}
      <span className={styles.tileTools}>
        {state.kind === 'failed' && (
          <ActionIcon
            type="button"
            size={26}
            radius="xl"
            variant="default"
            aria-label={t('retry', { name })}
            onClick={() => chosen.retry(id)}
          >
            <IconRefresh size={15} />
          </ActionIcon>
        )}
        <ActionIcon
          type="button"
          size={26}
          radius="xl"
          variant="default"
          aria-label={t('remove', { name })}
          onClick={() => chosen.remove(id)}
        >
          <IconX size={15} />
        </ActionIcon>
      </span>
    </li>
  )
}
