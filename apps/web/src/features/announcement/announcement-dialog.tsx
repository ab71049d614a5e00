import { Dialog } from '@atrium/ui'
import { Button } from '@mantine/core'
import { useTranslation } from '../../lib/translate.ts'
import styles from './announcement.module.css'

type AnnouncementProps = { desktop: string; mobile: string; text: string; onClose: () => void }

/** One picture and a button. The space of the picture is limited to the window. */
export function AnnouncementDialog({ desktop, mobile, text, onClose }: AnnouncementProps) {
  const { t } = useTranslation(['notices', 'common'])
  return (
    <Dialog
      opened
      centered
      size="auto"
      onClose={onClose}
      title={t('announcement.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <picture>
        <source media="(min-width: 48em)" srcSet={desktop} />
        <img className={styles.picture} src={mobile} alt={text} />
      </picture>
      <Button fullWidth mt="md" onClick={onClose} data-autofocus>
        {t('announcement.dismiss')}
      </Button>
    </Dialog>
  )
}
