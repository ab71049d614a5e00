import { joinWaitingList } from '@atrium/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { Field } from '../../lib/forms/field.tsx'
import { looksLikeEmail } from '../../lib/forms/looks-like-email.ts'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './message-page.module.css'

/** Puts an address on the waiting list of an installation with sign-up by invitation. */
export function WaitingListForm() {
  const { t } = useTranslation('invites')
  const [email, setEmail] = useState('')
  const [joined, setJoined] = useState<string | null>(null)
  const { form, submit, isSending, problems, forget, failure } = useSubmit<'email'>(
    () => (looksLikeEmail(email) ? {} : { email: t('waiting.wrong') }),
    async () => {
      try {
        await api.call(joinWaitingList, { body: { email, language: currentLanguage() } })
        setJoined(email.trim())
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return { email: t('waiting.closed') }
        throw error
      }
    },
  )
  if (joined !== null)
    return (
      <p className={styles.text} role="status">
        {t('waiting.done', { email: joined })}
      </p>
    )
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={styles.hint}>{t('waiting.text')}</p>
      <Field
        name="email"
        type="email"
        autoComplete="email"
        label={t('waiting.email')}
        value={email}
        problem={problems.email}
        onChange={(event) => {
          forget('email')
          setEmail(event.currentTarget.value)
        }}
      />
      <Button type="submit" size="md" loading={isSending}>
        {t('waiting.join')}
      </Button>
      <FailureNote failure={failure} />
    </form>
  )
}
