import { Dialog } from '@atrium/ui'
import { useTranslation } from 'react-i18next'
import styles from './attachments.module.css'

type LargeAttachmentProps = { address: string; name: string; onClose: () => void }

/** A picture of a question as large as the window, to look at and to take away. */
export function LargeAttachment({ address, name, onClose }: LargeAttachmentProps) {
  const { t } = useTranslation(['attachments', 'common'])
  return (
    <Dialog
      opened
      onClose={onClose}
      size="auto"
      title={name}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <img src={address} alt={name} className={styles.large} />
      <p>
        <a href={address} download={name}>
          {t('download')}
        </a>
      </p>
    </Dialog>
  )
}
