import type { Account, KnowledgeBase, Room } from '@atrium/contract'
import { Alert, Button, Select } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type SubmitEvent, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts.ts'
import { newBaseUploads } from './base-uploads.ts'
import { DetailsFields } from './details-fields.tsx'
import styles from './knowledge-bases.module.css'
import { NewBaseFiles } from './new-base-files.tsx'
import { createBase } from './queries.ts'

type CreateFormProps = {
  account: Account
  rooms: readonly Room[]
  onCreated: (base: KnowledgeBase) => void
  onClose: () => void
}

/** What a new knowledge base needs: a name. Its files go to the server while the rest is written; texts and pages come when it is there. */
export function CreateForm({ account, rooms, onCreated, onClose }: CreateFormProps) {
  const { t } = useTranslation(['knowledgeBases', 'common'])
  const [roomId, setRoomId] = useState(rooms[0]?.id)
  const [details, setDetails] = useState({ name: '', description: '' })
  const [isTried, setTried] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const files = useMemo(
    () => (roomId ? newBaseUploads({ accountId: account.id, roomId }) : null),
    [account.id, roomId],
  )
  useEffect(() => () => files?.end(), [files])
  if (!roomId || !files) return null
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    const name = details.name.trim()
    const fileKeys = files.arrived.get().map(({ key }) => key)
    if (name === '' || files.uploads.list.get().length > 0) return
    setSaving(true)
    setError(null)
    try {
      const description = details.description.trim()
      const base = await createBase({ accountId: account.id, roomId }, { name, description, fileKeys })
      void showToast(t('create.done', { name }), 'good')
      onClose()
      onCreated(base)
    } catch (failure) {
      setError(failure)
      setSaving(false)
    }
  }
  const isNameTaken = error instanceof ApiError && error.code === 'KNOWLEDGE_BASE_NAME_TAKEN'
  const needsName = isTried && details.name.trim() === ''
  const nameProblem = needsName ? t('create.needsName') : null
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)}>
      {rooms.length > 1 && <RoomChoice rooms={rooms} roomId={roomId} onRoom={setRoomId} files={files} />}
      <DetailsFields
        {...details}
        onChange={(changed) => {
          setDetails(changed)
          if (isNameTaken) setError(null)
        }}
        nameProblem={isNameTaken ? errorText(error) : nameProblem}
      />
      <NewBaseFiles account={account} files={files} />
      {error !== null && !isNameTaken && (
        <Alert
          role="alert"
          color="red"
          variant="light"
          icon={<IconAlertTriangle size={20} stroke={1.7} />}
          title={t('save.failed')}
        >
          {errorText(error)}
        </Alert>
      )}
      <div className={styles.end}>
        <UploadsNote files={files} />
        <Button variant="default" disabled={isSaving} onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
        <Button type="submit" loading={isSaving}>
          {t('create.submit')}
        </Button>
      </div>
    </form>
  )
}

type FilesOf = { files: ReturnType<typeof newBaseUploads> }

/** The room that the base will be in; fixed once a file is uploaded for it. */
function RoomChoice({
  rooms,
  roomId,
  onRoom,
  files,
}: FilesOf & { rooms: readonly Room[]; roomId: Room['id']; onRoom: (roomId: Room['id']) => void }) {
  const { t } = useTranslation('knowledgeBases')
  const isBegun = useStore(files.arrived).length + useStore(files.uploads.list).length > 0
  return (
    <Select
      label={t('create.room')}
      value={roomId}
      onChange={(value) => {
        const chosen = rooms.find(({ id }) => id === value)
        if (chosen) onRoom(chosen.id)
      }}
      allowDeselect={false}
      searchable={rooms.length > 8}
      disabled={isBegun}
      data={rooms.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}

/** Why it cannot be made just now, as far as that lies in its files. */
function UploadsNote({ files }: FilesOf) {
  const { t } = useTranslation('knowledgeBases')
  const underWay = useStore(files.uploads.list)
  const failed = underWay.filter(({ state }) => state.kind === 'failed').length
  if (underWay.length === 0) return null
  if (failed < underWay.length)
    return (
      <p role="status" className={styles.wait}>
        {t('create.wait')}
      </p>
    )
  return (
    <p role="alert" className={styles.wait}>
      <span className={styles.failed}>{t('create.notSent', { count: failed })}</span>{' '}
      {t('create.notSent.text')}
    </p>
  )
}
