import { ConfirmDialog } from '@atrium/ui'
import { Button } from '@mantine/core'
import { IconLogout, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { roomChanges } from '../../entities/rooms/room-queries.ts'
import styles from './room-screen.module.css'
import type { RoomSection } from './room-section.ts'

const DeleteRoomDialog = lazy(() =>
  import('./delete-room-dialog.tsx').then((module) => ({ default: module.DeleteRoomDialog })),
)

/** Leaves a private room, or deletes a room as its admin. */
export function LeaveOrDelete({ account, room, isAdmin }: RoomSection) {
  const { t } = useTranslation(['rooms', 'common'])
  const [asked, setAsked] = useState<'leave' | 'delete' | null>(null)
  const leave = () =>
    roomChanges(account.id, room.id)
      .leave()
      .then(
        () => showToast(t('leave.done', { name: room.name }), 'good'),
        (error: unknown) => showToast(errorText(error), 'bad'),
      )
  return (
    <div className={styles.waysOut}>
      {room.access_type === 'PRIVATE' && (
        <Button
          variant="default"
          leftSection={<IconLogout size={17} stroke={1.7} className={styles.mirrored} />}
          onClick={() => setAsked('leave')}
        >
          {t('leave.button')}
        </Button>
      )}
      {isAdmin && (
        <Button
          variant="light"
          color="red"
          leftSection={<IconTrash size={17} stroke={1.7} />}
          onClick={() => setAsked('delete')}
        >
          {t('delete.button')}
        </Button>
      )}
      <ConfirmDialog
        opened={asked === 'leave'}
        title={t('leave.title', { name: room.name })}
        confirmLabel={t('leave.button')}
        cancelLabel={t('common:action.cancel')}
        tone="danger"
        onConfirm={leave}
        onClose={() => setAsked(null)}
      >
        {t('leave.text')}
      </ConfirmDialog>
      {asked === 'delete' && (
        <Suspense>
          <DeleteRoomDialog accountId={account.id} room={room} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </div>
  )
}
