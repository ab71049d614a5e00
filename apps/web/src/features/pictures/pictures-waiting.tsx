import type { PictureOptions } from '@atrium/contract'
import { useTranslation } from 'react-i18next'
import styles from './pictures.module.css'

type PicturesWaitingProps = {
  options: PictureOptions
  /** How many are there already. */
  made: number
  /** How long they have been in the making, in milliseconds. */
  elapsedMs: number
}

/** What shows while pictures are being made: that they are, how many are there, and for how long they have been. */
export function PicturesWaiting({ options, made, elapsedMs }: PicturesWaitingProps) {
  const { t } = useTranslation('pictures')
  const seconds = Math.floor(elapsedMs / 1000)
  return (
    <p className={styles.waiting}>
      <span className={styles.generating}>{t('generating')}</span>
      {options.count > 1 && <span>{t('progress', { made, count: options.count })}</span>}
      {seconds >= 3 && <span>{t('elapsed', { count: seconds })}</span>}
    </p>
  )
}
