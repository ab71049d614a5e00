import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useTranslation } from '../../lib/translate.ts'
import styles from './room-screen.module.css'

/** Placeholder for a loading room's head and sections. */
export function RoomSkeleton() {
  const { t } = useTranslation('rooms')
  return (
    <div role="status">
      <VisuallyHidden>{t('page.loading')}</VisuallyHidden>
      <div className={styles.head} aria-hidden="true">
        <Skeleton height={56} width={56} radius={16} />
        <div>
          <Skeleton height={20} width="10rem" />
          <Skeleton height={12} width="14rem" mt="sm" />
        </div>
      </div>
      <Skeleton height={240} radius="lg" mb="lg" aria-hidden="true" />
      <Skeleton height={150} radius="lg" aria-hidden="true" />
    </div>
  )
}
