import type { PictureOptions } from '@atrium/contract'
import { useTranslation } from '../../lib/translate.ts'
import styles from './pictures.module.css'

type PicturesWaitingProps = {
  options: PictureOptions
  /** Number of finished ones. */
  made: number
  /** How long generation has been running, in milliseconds. */
  elapsedMs: number
}

/** Shown while pictures are being made: how many are done, and for how long it has run. */
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
