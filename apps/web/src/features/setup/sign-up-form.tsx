import type { SignUpMode, SystemSettings } from '@atrium/contract'
import { Button, Radio } from '@mantine/core'
import { useState } from 'react'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { useTranslation } from '../../lib/translate.ts'
import { settingChanges } from './queries.ts'
import styles from './setup.module.css'

type SignUpFormProps = {
  signUp: SystemSettings['signUp']
  submitLabel: string
  onSaved: () => void | Promise<void>
}

const modes: readonly SignUpMode[] = ['open', 'invited-only', 'closed']

/** Who may sign up: everybody, people with an invitation, nobody. */
export function SignUpForm({ signUp, submitLabel, onSaved }: SignUpFormProps) {
  const { t } = useTranslation('setup')
  const [mode, setMode] = useState<SignUpMode>(signUp.value)
  const { form, submit, isSending, failure } = useSubmit(
    () => ({}),
    async () => {
      await settingChanges.change({ signUp: mode })
      await onSaved()
    },
  )
  if (signUp.source === 'environment')
    return <p className={styles.note}>{t('environment', { name: 'ATRIUM_SIGN_UP' })}</p>
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <Radio.Group
        aria-label={t('signUp.title')}
        value={mode}
        onChange={(chosen) => setMode(modes.find((one) => one === chosen) ?? mode)}
      >
        <div className={styles.choices}>
          {modes.map((one) => (
            <Radio key={one} value={one} label={t(`signUp.${one}`)} description={t(`signUp.${one}.text`)} />
          ))}
        </div>
      </Radio.Group>
      <FailureNote failure={failure} />
      <div>
        <Button type="submit" size="md" loading={isSending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
