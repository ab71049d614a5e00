import type { Account, KnowledgeBase, RoomId } from '@atrium/contract'
import { Button, Select } from '@mantine/core'
import { type SubmitEvent, useEffect, useMemo, useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { newBaseUploads } from './base-uploads.ts'
import { DetailsFields } from './details-fields.tsx'
import styles from './knowledge-bases.module.css'
import { NewBaseFiles } from './new-base-files.tsx'
import { SaveFailure } from './save-failure.tsx'
import { createBase } from '../../entities/files/knowledge-bases.ts'

/** Of two files with one name, the one that the server reported. */
function fileNamedTwice(error: unknown): string | null {
  const file = error instanceof ApiError && error.code === 'FILE_NAME_TAKEN' ? error.details?.['file'] : null
  return typeof file === 'string' ? file : null
}

type CreateFormProps = {
  account: Account
  homes: readonly KnowledgeBase['room'][]
  onCreated: (base: KnowledgeBase) => void
  onClose: () => void
}

/** The form of a new knowledge base: a name is required. Files upload meanwhile; texts and pages can be added afterwards. */
export function CreateForm({ account, homes, onCreated, onClose }: CreateFormProps) {
  const { t } = useTranslation(['knowledgeBases', 'common', 'contextFiles'])
  const [roomId, setRoomId] = useState(homes[0]?.id ?? null)
  const [details, setDetails] = useState({ name: '', description: '' })
  const [isTried, setTried] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const files = useMemo(() => newBaseUploads({ accountId: account.id, roomId }), [account.id, roomId])
  useEffect(() => () => files.end(), [files])
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
  const twice = fileNamedTwice(error)
  const needsName = isTried && details.name.trim() === ''
  const nameProblem = needsName ? t('create.needsName') : null
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)}>
      {homes.length > 1 && <HomeChoice homes={homes} roomId={roomId} onRoom={setRoomId} files={files} />}
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
        <SaveFailure way="create" error={error}>
          {twice === null ? errorText(error) : t('contextFiles:problem.nameTaken', { file: twice })}
        </SaveFailure>
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

const everyRoom = 'every'

type FilesOf = { files: ReturnType<typeof newBaseUploads> }

/** The room that the base will serve, or every room; fixed once a file is uploaded for it. */
function HomeChoice({
  homes,
  roomId,
  onRoom,
  files,
}: FilesOf & {
  homes: readonly KnowledgeBase['room'][]
  roomId: RoomId | null
  onRoom: (roomId: RoomId | null) => void
}) {
  const { t } = useTranslation('knowledgeBases')
  const hasStarted = useStore(files.arrived).length + useStore(files.uploads.list).length > 0
  return (
    <Select
      label={t('create.room')}
      value={roomId ?? everyRoom}
      onChange={(value) => {
        const chosen = homes.find((home) => (home?.id ?? everyRoom) === value)
        if (chosen !== undefined) onRoom(chosen?.id ?? null)
      }}
      allowDeselect={false}
      searchable={homes.length > 8}
      disabled={hasStarted}
      data={homes.map((home) =>
        home ? { value: home.id, label: home.name } : { value: everyRoom, label: t('everyRoom') },
      )}
    />
  )
}

/** Why it can't be created now because of its files. */
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
