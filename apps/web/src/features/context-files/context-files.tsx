import type { Account, Room } from '@atrium/contract'
import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../lib/store.ts'
import styles from './context-files.module.css'
import { FileDrop } from './file-drop.tsx'
import { FileList } from './file-list.tsx'
import { contextFilesQuery, type RoomPlace, uploadsTo } from './queries.ts'
import { RefusedFiles } from './refused-files.tsx'
import { contextLimitsOf, type ContextUse, type Sorted, sortChosen } from './upload-rules.ts'
import { UploadRow } from './upload-row.tsx'
import type { Upload } from './uploads.ts'

type ContextFilesProps = {
  account: Account
  room: Pick<Room, 'id'>
  /** Whether the caller may change the room: others look and open. */
  isAdmin: boolean
}

/** The files of a room's context: adding by choice and drop, what is on its way, the list (ROOM-09). Has no heading. */
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
  const underWay = useStore(uploads.list)
  const arrived = useStore(uploads.arrived)
  const { data } = useQuery(contextFilesQuery(place, 1))
  const [refused, setRefused] = useState<Sorted<File>['refused']>([])
  const limits = data?.limits ?? contextLimitsOf(account.subscriptionPlan)
  // Of names on further pages, the server tells.
  const names = data?.files.map(({ name }) => name) ?? []
  const use = withUnderWay(
    { limits, count: data?.count ?? 0, usedBytes: data?.usedBytes ?? 0, names },
    underWay,
  )
  const add = (files: File[]) => {
    const sorted = sortChosen(files, use)
    setRefused(sorted.refused)
    uploads.add(sorted.accepted)
  }
  return (
    <>
      <FileDrop limits={limits} usedBytes={use.usedBytes} isCompact={use.count > 0} onFiles={add} />
      <RefusedFiles refused={refused} onClose={() => setRefused([])} />
      {underWay.length > 0 && (
        <ul className={styles.rows} aria-label={t('uploads.label')}>
          {underWay.map((upload) => (
            <UploadRow key={upload.id} upload={upload} uploads={uploads} />
          ))}
        </ul>
      )}
      <VisuallyHidden role="status">{arrived && t('upload.added', { file: arrived.name })}</VisuallyHidden>
    </>
  )
}

/** What is on its way takes its place already. */
const withUnderWay = (use: ContextUse, underWay: readonly Upload[]): ContextUse => {
  const coming = underWay.filter(({ state }) => state.kind !== 'failed').map(({ file }) => file)
  return {
    ...use,
    count: use.count + coming.length,
    usedBytes: use.usedBytes + coming.reduce((sum, { size }) => sum + size, 0),
    names: [...use.names, ...coming.map(({ name }) => name)],
  }
}
