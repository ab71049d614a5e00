import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from '../lib/translate.ts'
import { storedPointedAt } from '../lib/stored.ts'
import styles from './rooms/rail-rooms.module.css'

/** Points at the collapsed navigation on the first visit; shown only once. */
export function RailPointer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  useEffect(() => storedPointedAt.write(true), [])
  return (
    <div className={styles.pointer} role="note">
      <p className={styles.pointed}>{t('rail.pointer')}</p>
      <Button size="xs" variant="light" onClick={onClose}>
        {t('rail.gotIt')}
      </Button>
    </div>
  )
}
