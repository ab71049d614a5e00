import type { Account } from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import { IconArrowLeft } from '@tabler/icons-react'
import { useTranslation } from '../../../lib/translate.ts'
import { AddRoomForm } from './add-room-form.tsx'
import styles from './add-room.module.css'

type AddRoomDialogProps = { account: Account; isOpen: boolean; onClose: () => void; onCreated: () => void }

/** 'Add New Room' (ROOM-02). Empty again each time it opens. */
export function AddRoomDialog({ account, isOpen, onClose, onCreated }: AddRoomDialogProps) {
  const { t } = useTranslation('rooms')
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title={t('add.title')}
      size={900}
      // Closing loses the input: clicking outside must not do that.
      closeOnClickOutside={false}
      closeButtonProps={{
        'aria-label': t('add.back'),
        icon: <IconArrowLeft className={styles.arrow} size={20} stroke={1.7} />,
      }}
      classNames={{
        content: styles.dialog ?? '',
        header: styles.head ?? '',
        close: styles.back ?? '',
        body: styles.body ?? '',
      }}
    >
      <AddRoomForm account={account} onClose={onClose} onCreated={onCreated} />
    </Dialog>
  )
}
