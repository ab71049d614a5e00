import { limits, type UserInfo } from '@atrium/contract'
import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { showToast } from '../../lib/toasts/toasts.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { useTranslation } from '../../lib/translate.ts'
import { PictureField } from './picture-field.tsx'
import styles from '../../lib/forms/section.module.css'
import { saveProfile } from './queries.ts'
import { Section } from '../../lib/forms/section.tsx'

/** Name and picture. */
export function YouSection({ info }: { info: UserInfo }) {
  const { t } = useTranslation('profile')
  const [draft, setDraft] = useState<Partial<Record<'firstName' | 'lastName', string>>>({})
  const firstName = draft.firstName ?? info.firstName
  const lastName = draft.lastName ?? info.lastName
  const isChanged = firstName.trim() !== info.firstName || lastName.trim() !== info.lastName

  const check = () => ({
    ...(!firstName.trim() && { firstName: t('you.noFirstName') }),
    ...(!lastName.trim() && { lastName: t('you.noLastName') }),
  })
  const { form, submit, isSending, problems, forget, failure } = useSubmit<'firstName' | 'lastName'>(
    check,
    async () => {
      await saveProfile({ firstName: firstName.trim(), lastName: lastName.trim() })
      setDraft({})
      void showToast(t('saved'), 'good')
    },
  )
  const field = (name: 'firstName' | 'lastName', value: string) => ({
    name,
    value,
    label: t(`you.${name}`),
    error: problems[name],
    maxLength: limits.personNameCharacters,
    dir: 'auto' as const,
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value: typed } = event.currentTarget
      setDraft((before) => ({ ...before, [name]: typed }))
      forget(name)
    },
  })
  return (
    <Section title={t('you.title')} text={t('you.text')}>
      <PictureField info={info} />
      <form ref={form} noValidate className={styles.content} onSubmit={(event) => void submit(event)}>
        <div className={styles.pair}>
          <TextInput {...field('firstName', firstName)} autoComplete="given-name" />
          <TextInput {...field('lastName', lastName)} autoComplete="family-name" />
        </div>
        <TextInput label={t('you.email')} value={info.userName} readOnly dir="ltr" autoComplete="email" />
        <FailureNote failure={failure} />
        <Group gap="sm">
          <Button type="submit" loading={isSending} disabled={!isChanged}>
            {t('save')}
          </Button>
          {isChanged && (
            <Button variant="subtle" color="gray" disabled={isSending} onClick={() => setDraft({})}>
              {t('undo')}
            </Button>
          )}
        </Group>
      </form>
    </Section>
  )
}
