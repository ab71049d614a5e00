import { limits } from '@atrium/contract'
import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { errorText } from '../../../lib/text/error-text.ts'
import { useTranslation } from '../../../lib/translate.ts'
import styles from './versions.module.css'

type NameVersionProps = {
  name?: string
  label: string
  submit: string
  onSave: (name: string) => Promise<unknown>
}

/** A field for the name of a version, with its button. */
export function NameVersion({ name = '', label, submit, onSave }: NameVersionProps) {
  const { t } = useTranslation('canvases')
  const [typed, setTyped] = useState(name)
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const save = async () => {
    setSaving(true)
    setError(null)
    try {
      await onSave(typed.trim())
      setTyped('')
    } catch (failure) {
      setError(errorText(failure))
    }
    setSaving(false)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <TextInput
          className={styles.nameField}
          aria-label={label}
          placeholder={t('versions.name.placeholder')}
          maxLength={limits.canvasTitleCharacters}
          value={typed}
          error={error}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={isSaving} disabled={typed.trim() === ''}>
          {submit}
        </Button>
      </Group>
    </form>
  )
}
