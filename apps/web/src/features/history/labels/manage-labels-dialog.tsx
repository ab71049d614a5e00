import { ActionIcon, Button, Group, Select, TextInput } from '@mantine/core'
import { IconArrowMerge, IconPencil, IconTrash } from '@tabler/icons-react'
import { type AccountId, isId, type LabelCount, limits } from '@atrium/contract'
import { Dialog, ErrorState, SkeletonRows } from '@atrium/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { errorDetail, errorText } from '../../../lib/text/error-text.ts'
import { labelChanges, labelsQuery } from '../../../entities/chats/labels.ts'
import styles from './labels.module.css'

type Editing = { label: LabelCount; as: 'rename' | 'merge' | 'remove' } | null

/** The labels of a person: renamed, merged, removed (HIST-02). */
export function ManageLabelsDialog({ accountId, onClose }: { accountId: AccountId; onClose: () => void }) {
  const { t } = useTranslation(['labels', 'common'])
  const labels = useQuery(labelsQuery(accountId))
  const [editing, setEditing] = useState<Editing>(null)
  const done = () => setEditing(null)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('manage.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      {labels.isPending && <SkeletonRows count={4} label={t('choose.loading')} />}
      {labels.isError && <ErrorState compact title={t('choose.failed')} text={errorDetail(labels.error)} />}
      {labels.data?.length === 0 && <p className={styles.note}>{t('choose.none')}</p>}
      <ul className={styles.managed}>
        {labels.data?.map((label) => (
          <li key={label.labelId}>
            {editing?.label.labelId !== label.labelId ? (
              <LabelLine
                label={label}
                canMerge={labels.data.length > 1}
                onEdit={(as) => setEditing({ label, as })}
              />
            ) : editing.as === 'rename' ? (
              <RenameForm accountId={accountId} label={label} onDone={done} />
            ) : editing.as === 'merge' ? (
              <MergeForm accountId={accountId} label={label} others={labels.data} onDone={done} />
            ) : (
              <RemoveForm accountId={accountId} label={label} onDone={done} />
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

type LabelLineProps = {
  label: LabelCount
  canMerge: boolean
  onEdit: (as: 'rename' | 'merge' | 'remove') => void
}

function LabelLine({ label: { name, chatCount }, canMerge, onEdit }: LabelLineProps) {
  const { t } = useTranslation('labels')
  const tool = (as: 'rename' | 'merge' | 'remove', Icon: typeof IconPencil) => (
    <ActionIcon
      variant="subtle"
      color={as === 'remove' ? 'red' : 'gray'}
      size={32}
      aria-label={t(`manage.${as}`, { name })}
      title={t(`manage.${as}`, { name })}
      onClick={() => onEdit(as)}
    >
      <Icon size={17} stroke={1.7} />
    </ActionIcon>
  )
  return (
    <div className={styles.line}>
      <span className={styles.lineName} dir="auto">
        {name}
      </span>
      <span className={styles.lineCount}>{t('manage.chats', { count: chatCount })}</span>
      {tool('rename', IconPencil)}
      {canMerge && tool('merge', IconArrowMerge)}
      {tool('remove', IconTrash)}
    </div>
  )
}

type FormProps = { accountId: AccountId; label: LabelCount; onDone: () => void }

function RenameForm({ accountId, label, onDone }: FormProps) {
  const { t } = useTranslation('labels')
  const [name, setName] = useState(label.name)
  return (
    <EditForm
      doLabel={t('choose.save')}
      canDo={name.trim() !== ''}
      onDo={() => labelChanges(accountId).rename(label.labelId, name.trim())}
      onDone={onDone}
    >
      <TextInput
        autoFocus
        label={t('manage.name')}
        maxLength={limits.labelCharacters}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </EditForm>
  )
}

function MergeForm({ accountId, label, others, onDone }: FormProps & { others: LabelCount[] }) {
  const { t } = useTranslation('labels')
  const [into, setInto] = useState<string | null>(null)
  return (
    <EditForm
      doLabel={t('manage.mergeDo')}
      canDo={into !== null}
      onDo={async () => {
        if (into !== null && isId('label', into)) await labelChanges(accountId).merge(label.labelId, into)
      }}
      onDone={onDone}
    >
      <p className={styles.note} dir="auto">
        {t('manage.merge', { name: label.name })}
      </p>
      <Select
        autoFocus
        label={t('manage.mergeInto')}
        value={into}
        onChange={setInto}
        searchable
        data={others
          .filter(({ labelId }) => labelId !== label.labelId)
          .map(({ labelId, name }) => ({ value: labelId, label: name }))}
      />
    </EditForm>
  )
}

function RemoveForm({ accountId, label, onDone }: FormProps) {
  const { t } = useTranslation('labels')
  return (
    <EditForm
      doLabel={t('manage.removeDo')}
      canDo
      isDangerous
      onDo={() => labelChanges(accountId).remove(label.labelId)}
      onDone={onDone}
    >
      <p className={styles.asked}>{t('manage.removeTitle', { name: label.name })}</p>
      <p className={styles.note}>{t('manage.removeText')}</p>
    </EditForm>
  )
}

type EditFormProps = {
  doLabel: string
  canDo: boolean
  isDangerous?: boolean
  onDo: () => Promise<void>
  onDone: () => void
  children: ReactNode
}

/** Runs one action on a label, or shows why it failed. */
function EditForm({ doLabel, canDo, isDangerous = false, onDo, onDone, children }: EditFormProps) {
  const { t } = useTranslation('common')
  const [isWorking, setIsWorking] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const submit = async () => {
    setIsWorking(true)
    try {
      await onDo()
      onDone()
    } catch (failure) {
      setError(errorText(failure))
      setIsWorking(false)
    }
  }
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault()
        if (canDo) void submit()
      }}
    >
      {children}
      {error !== null && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <Group justify="flex-end" gap="xs">
        <Button size="xs" variant="default" autoFocus={isDangerous} onClick={onDone}>
          {t('action.cancel')}
        </Button>
        <Button
          size="xs"
          type="submit"
          {...(isDangerous && { color: 'red.9' })}
          loading={isWorking}
          disabled={!canDo}
        >
          {doLabel}
        </Button>
      </Group>
    </form>
  )
}
