import { Button, Checkbox, Group, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type AccountId, type LabelId, limits } from '@atrium/contract'
import { Dialog, ErrorState, SkeletonRows } from '@atrium/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { errorDetail, errorText } from '../../../lib/text/error-text.ts'
import { findRooms } from '../../../entities/rooms/find-rooms.ts'
import { labelCoverage, changeOf } from './choose-labels.ts'
import { changeChosen, type ChosenChat, labelChanges, labelsQuery } from '../../../entities/chats/labels.ts'
import styles from './labels.module.css'

type ChooseLabelsDialogProps = { accountId: AccountId; chats: readonly ChosenChat[]; onClose: () => void }

/** Adds and removes labels of chats; an unknown name becomes a new label. */
export function ChooseLabelsDialog({ accountId, chats, onClose }: ChooseLabelsDialogProps) {
  const { t } = useTranslation(['labels', 'common'])
  const labels = useQuery(labelsQuery(accountId))
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<ReadonlyMap<LabelId, boolean>>(new Map())
  const [isSaving, setIsSaving] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const name = text.trim()
  const found = findRooms(labels.data ?? [], name)
  const isNew = name !== '' && !found.some((label) => label.name.toLowerCase() === name.toLowerCase())
  const choose = (labelId: LabelId, isOn: boolean) => setChosen(new Map(chosen).set(labelId, isOn))

  const run = async (work: () => Promise<void>) => {
    setIsSaving(true)
    setError(null)
    try {
      await work()
    } catch (failure) {
      setError(errorText(failure))
    }
    setIsSaving(false)
  }
  const add = () =>
    run(async () => {
      const { labelId } = await labelChanges(accountId).create(name)
      choose(labelId, true)
      setText('')
    })
  const save = () =>
    run(async () => {
      const change = changeOf(chats, chosen)
      const chatIds = chats.map(({ chatId }) => chatId)
      if (change.add.length + change.remove.length > 0)
        await changeChosen(accountId, { action: 'label', chatIds, ...change })
      onClose()
    })

  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('choose.title', { count: chats.length })}
      size="sm"
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void (isNew ? add() : save())
        }}
      >
        <TextInput
          data-autofocus
          aria-label={t('choose.find')}
          placeholder={t('choose.find')}
          maxLength={limits.labelCharacters}
          value={text}
          error={error}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className={styles.choices}>
          {labels.isPending && <SkeletonRows count={3} label={t('choose.loading')} />}
          {labels.isError && (
            <ErrorState compact title={t('choose.failed')} text={errorDetail(labels.error)} />
          )}
          {labels.data?.length === 0 && !isNew && <p className={styles.note}>{t('choose.none')}</p>}
          {found.map(({ labelId, name: label }) => {
            const coverage = labelCoverage(chats, labelId)
            const isOn = chosen.get(labelId)
            return (
              <Checkbox
                key={labelId}
                className={styles.choice}
                label={<bdi>{label}</bdi>}
                checked={isOn ?? coverage === 'all'}
                indeterminate={isOn === undefined && coverage === 'some'}
                onChange={(event) => choose(labelId, event.currentTarget.checked)}
              />
            )
          })}
          {isNew && (
            <Button
              type="submit"
              variant="subtle"
              justify="start"
              leftSection={<IconPlus size={16} stroke={1.8} />}
              loading={isSaving}
            >
              {t('choose.add', { name })}
            </Button>
          )}
        </div>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button loading={isSaving} disabled={labels.data === undefined} onClick={() => void save()}>
            {t('choose.save')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
