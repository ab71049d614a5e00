import { forgotPassword } from '@atrium/contract'
import { Button } from '@mantine/core'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { api } from '../../lib/api/api.ts'
import { AuthLayout } from './auth-layout.tsx'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { Field } from '../../lib/forms/field.tsx'
import styles from '../../lib/forms/form.module.css'
import { looksLikeEmail } from '../../lib/forms/looks-like-email.ts'
import { pendingCode } from './codes/pending-code.ts'
import { useRedirectAfterSignIn } from './use-redirect-after-sign-in.ts'
import { useSubmit } from '../../lib/forms/use-submit.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address typed at the sign-in. */
    email?: string
  }
}

/** Sends a code with which a new password can be set, to the address typed at the sign-in or another. */
export function ForgotPasswordScreen({ returnTo }: { returnTo: string | undefined }) {
  const { t } = useTranslation('identity')
  useRedirectAfterSignIn(returnTo)
  const navigate = useNavigate()
  const typed = useLocation({ select: ({ state }) => state.email ?? '' })
  const [email, setEmail] = useState(typed)
  const { form, submit, isSending, problems, forget, failure } = useSubmit<'email'>(
    () => (looksLikeEmail(email) ? {} : { email: t('problem.email') }),
    async () => {
      const { data } = await api.call(forgotPassword, { body: { email } })
      pendingCode.sent(email.trim(), data)
      await navigate({ to: '/auth/new-password', search: { returnTo } })
    },
  )
  const footer = (
    <Link className={styles.link} to="/auth/login" search={{ returnTo }}>
      {t('forgot.back')}
    </Link>
  )
  return (
    <AuthLayout title={t('forgot.title')} text={t('forgot.text')} footer={footer}>
      <form ref={form} className={styles.fields} noValidate onSubmit={(event) => void submit(event)}>
        <FailureNote failure={failure} />
        <Field
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          dir="auto"
          label={t('field.email')}
          value={email}
          problem={problems.email}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            forget('email')
          }}
        />
        <Button type="submit" size="md" fullWidth loading={isSending}>
          {t('forgot.submit')}
        </Button>
      </form>
    </AuthLayout>
  )
}
