import { Dialog } from '@atrium/ui'
import { useTranslation } from '../../lib/translate.ts'
import styles from './attachments.module.css'

type LargeAttachmentProps = { address: string; name: string; onClose: () => void }

/** An attached picture at full size, with a download. */
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
