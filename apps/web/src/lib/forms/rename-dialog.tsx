import { Dialog } from '@atrium/ui'
import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../translate.ts'
import { useSaving } from './use-saving.ts'

type RenameDialogProps = {
  /** The title to change. */
  title: string
  maxLength: number
  words: { title: string; label: string; save: string }
  /** Saves the title, without spaces around it. */
  onRename: (title: string) => Promise<unknown>
  onClose: () => void
}

/** Gives something another title. */
export function RenameDialog({ title: known, maxLength, words, onRename, onClose }: RenameDialogProps) {
  const { t } = useTranslation('common')
  const [title, setTitle] = useState(known)
  const { isSaving, error, save } = useSaving(onClose)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.title}
      size="sm"
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save(() => onRename(title.trim()))
        }}
      >
        <TextInput
          data-autofocus
          label={words.label}
          maxLength={maxLength}
          value={title}
          error={error}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={isSaving} disabled={title.trim() === ''}>
            {words.save}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
