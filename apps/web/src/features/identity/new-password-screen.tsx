import { brokenPasswordRules, forgotPassword, limits, setNewPassword } from '@atrium/contract'
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { api, session } from '../../lib/api/api.ts'
import { AuthLayout } from './auth-layout.tsx'
import { CodeField } from './codes/code-field.tsx'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { Field } from '../../lib/forms/field.tsx'
import styles from '../../lib/forms/form.module.css'
import { InboxNote } from './codes/inbox-note.tsx'
import { looksLikeEmail } from '../../lib/forms/looks-like-email.ts'
import { PasswordField } from './password-field.tsx'
import { PasswordRules } from './password-rules.tsx'
import { isWholeCode, pendingCode } from './codes/pending-code.ts'
import { ResendCode } from './codes/resend-code.tsx'
import { takeSignInStep } from './sign-in-step.ts'
import { useRedirectAfterSignIn } from './use-redirect-after-sign-in.ts'
import { useResend } from './codes/use-resend.ts'
import { type Problems, useSubmit } from '../../lib/forms/use-submit.ts'

const sendAgain = async (email: string) => (await api.call(forgotPassword, { body: { email } })).data
type FieldName = 'email' | 'code' | 'password'

/** Sets a new password with the code that was sent, and signs the person in. */
export function NewPasswordScreen({ returnTo }: { returnTo: string | undefined }) {
  const { t } = useTranslation('identity')
  useRedirectAfterSignIn(returnTo)
  const navigate = useNavigate()
  const rulesId = useId()
  const { pending, resend, isResending, wasSentAgain, resendFailure } = useResend(sendAgain)
  const [values, setValues] = useState({ email: '', code: '', password: '' })
  const { code, password } = values
  const email = pending?.email ?? values.email
  const digits = pending?.codeDigits ?? limits.codeDigits

  const check = (): Problems<FieldName> => ({
    ...(!looksLikeEmail(email) && { email: t('problem.email') }),
    ...(!isWholeCode(code) && { code: t('problem.code', { digits }) }),
    ...(brokenPasswordRules(password).length > 0 && {
      password: t(password ? 'problem.passwordRules' : 'problem.password'),
    }),
  })
  const { form, submit, isSending, problems, forget, failure } = useSubmit<FieldName>(check, async () => {
    try {
      const { data } = await api.call(setNewPassword, { body: { email, code, password } })
      pendingCode.forget()
      session.signedIn(data)
    } catch (error) {
      if (!takeSignInStep(error)) throw error
      // The password is set; the sign-in page asks for anything further.
      pendingCode.forget()
      await navigate({ to: '/auth/login', search: { returnTo } })
    }
  })
  const change = (name: FieldName, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    forget(name)
  }

  const footer = (
    <Link className={styles.link} to="/auth/login" search={{ returnTo }} onClick={pendingCode.forget}>
      {t('forgot.back')}
    </Link>
  )
  return (
    <AuthLayout
      title={t('newPassword.title')}
      text={pending ? t('newPassword.text', { email }) : t('newPassword.textNoEmail')}
      footer={footer}
    >
      <form ref={form} className={styles.fields} noValidate onSubmit={(event) => void submit(event)}>
        <FailureNote failure={failure ?? resendFailure} />
        <InboxNote />
        {pending ? (
          // Hidden from people, there for password managers.
          <input type="hidden" name="username" autoComplete="username" value={email} />
        ) : (
          <Field
            name="email"
            type="email"
            autoComplete="username"
            label={t('field.email')}
            value={values.email}
            problem={problems.email}
            onChange={(event) => change('email', event.currentTarget.value)}
          />
        )}
        <CodeField
          value={code}
          digits={digits}
          problem={problems.code}
          onChange={(typed) => change('code', typed)}
          autoFocus={pending !== null}
        />
        {looksLikeEmail(email) && (
          <ResendCode
            resendAtMs={pending?.resendAtMs ?? 0}
            isSending={isResending}
            wasSentAgain={wasSentAgain}
            onResend={() => void resend(email)}
          />
        )}
        <PasswordField
          name="password"
          label={t('field.newPassword')}
          autoComplete="new-password"
          aria-describedby={rulesId}
          value={password}
          problem={problems.password}
          onChange={(event) => change('password', event.currentTarget.value)}
        />
        <PasswordRules id={rulesId} password={password} />
        <Button type="submit" size="md" fullWidth loading={isSending}>
          {t('newPassword.submit')}
        </Button>
      </form>
    </AuthLayout>
  )
}
