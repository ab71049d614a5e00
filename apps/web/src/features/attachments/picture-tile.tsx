import { Ring } from '@atrium/ui'
import { IconPhotoX } from '@tabler/icons-react'
import { useTranslation } from '../../lib/translate.ts'
import { errorText } from '../../lib/text/error-text.ts'
import type { ChosenFile, ChosenFiles } from './chosen-files.ts'
import { TileTools } from './tile-tools.tsx'
import { useFileAddress, usePicture } from '../../entities/files/use-picture-address.ts'
import styles from './attachments.module.css'

/** A picture of the next question, with progress and actions. */
export function PictureTile({ picture, chosen }: { picture: ChosenFile; chosen: ChosenFiles }) {
  const { t } = useTranslation('attachments')
  const { name, state } = picture
  const stored = usePicture(picture.file === null && state.kind === 'ready' ? state.attachment.id : null)
  // Shows only what the browser has decoded as a picture.
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
      <TileTools file={picture} chosen={chosen} />
    </li>
  )
}
