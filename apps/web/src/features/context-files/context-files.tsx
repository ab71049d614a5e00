import type { Account, Room } from '@atrium/contract'
import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/translate.ts'
import { useStore } from '../../lib/store.ts'
import styles from './context-files.module.css'
import { FileList } from './file-list.tsx'
import { contextFilesQuery, type RoomPlace, uploadsTo } from '../../entities/files/context-files.ts'
import { UploadArea } from './upload-area.tsx'
import { contextLimitsOf } from '../../entities/files/upload-rules.ts'

type ContextFilesProps = {
  account: Account
  room: Pick<Room, 'id'>
  /** Whether the caller may edit the room: others can only view. */
  isAdmin: boolean
}

/** The files of a room's context: adding by choice and drop, uploads in progress, the list (ROOM-09). Has no heading. */
export function ContextFiles({ account, room, isAdmin }: ContextFilesProps) {
  const { t } = useTranslation('contextFiles')
  const place = { accountId: account.id, roomId: room.id }
  return (
    <div className={styles.context}>
      <p className={styles.note}>{t('text')}</p>
      {isAdmin && <AddFiles account={account} place={place} />}
      <FileList place={place} mayEdit={isAdmin} />
    </div>
  )
}

function AddFiles({ account, place }: { account: Account; place: RoomPlace }) {
  const { t } = useTranslation('contextFiles')
  const uploads = uploadsTo(place)
  const arrived = useStore(uploads.arrived)
  const { data } = useQuery(contextFilesQuery(place, 1))
  const use = {
    limits: data?.limits ?? contextLimitsOf(account.subscriptionPlan),
    count: data?.count ?? 0,
    usedBytes: data?.usedBytes ?? 0,
    // The server checks names on further pages.
    names: data?.files.map(({ name }) => name) ?? [],
    takesArchives: true,
  }
  return (
    <>
      <UploadArea uploads={uploads} use={use} />
      <VisuallyHidden role="status">{arrived && t('upload.added', { file: arrived.name })}</VisuallyHidden>
    </>
  )
}
