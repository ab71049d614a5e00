import { useNavigate } from '@tanstack/react-router'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useAccount } from '../../entities/accounts/use-account.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './room-list.module.css'
import { withPhrases } from '../../lib/phrases.ts'

// The dialog with its search and forms loads on first use.
const AddRoomDialog = lazy(() =>
  withPhrases(import('../../features/rooms/add-room/add-room-dialog.tsx'), 'accounts', 'contextFiles').then(
    (module) => ({
      default: module.AddRoomDialog,
    }),
  ),
)

/** 'Add New Room': opens the dialog, then a new chat in the created room. */
export function AddRoom() {
  const { t } = useTranslation('rooms')
  const account = useAccount()
  const navigate = useNavigate()
  const [wasOpened, setWasOpened] = useState(false)
  const [isOpen, setOpen] = useState(false)
  if (!account) return null
  const open = () => {
    setWasOpened(true)
    setOpen(true)
  }
  return (
    <>
      <button type="button" className={styles.add} onClick={open}>
        <IconPlus size={16} stroke={1.7} aria-hidden="true" />
        {t('add.title')}
      </button>
      {wasOpened && (
        <Suspense>
          <AddRoomDialog
            account={account}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            onCreated={() => void navigate({ to: '/chat' })}
          />
        </Suspense>
      )}
    </>
  )
}
