import { brokenPasswordRules, resendCode, signIn, signUp } from '@atrium/contract'
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ComponentType, useId, useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { api, session } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { Field } from '../../lib/forms/field.tsx'
import styles from '../../lib/forms/form.module.css'
import { textFields } from '../../lib/forms/text-fields.ts'
import { looksLikeEmail } from '../../lib/forms/looks-like-email.ts'
import { PasswordField } from './password-field.tsx'
import { type CodeSent, pendingCode } from './codes/pending-code.ts'
import { inviteTokenIn, isSignUpRefused } from './sign-up-refused.ts'
import { takeSignInStep } from './sign-in-step.ts'
import { type Problems, useSubmit } from '../../lib/forms/use-submit.ts'

type SignInFormProps = {
  mode: 'login' | 'register'
  returnTo: string | undefined
  /** Shows the rules that a new password meets; not loaded for signing in. */
  rules?: ComponentType<{ id: string; password: string }>
  /** The only valid address here, not editable. */
  fixedEmail?: string
  onSend?: () => void
}
type FieldName = 'firstName' | 'lastName' | 'email' | 'password'

/** Email and password; when registering also the name, and the password is checked against the rules while typing. */
export function SignInForm({ mode, returnTo, rules: Rules, fixedEmail, onSend }: SignInFormProps) {
  const { t } = useTranslation('identity')
  const navigate = useNavigate()
  const rulesId = useId()
  const isNew = mode === 'register'
  const [values, setValues] = useState({ firstName: '', lastName: '', email: fixedEmail ?? '', password: '' })
  const { email, password, firstName, lastName } = values

  const check = (): Problems<FieldName> => ({
    ...(isNew && !firstName.trim() && { firstName: t('problem.firstName') }),
    ...(isNew && !lastName.trim() && { lastName: t('problem.lastName') }),
    ...(!looksLikeEmail(email) && { email: t('problem.email') }),
    ...(!password
      ? { password: t('problem.password') }
      : isNew && brokenPasswordRules(password).length > 0 && { password: t('problem.passwordRules') }),
  })

  async function send() {
    onSend?.()
    try {
      if (!isNew) return session.signedIn((await api.call(signIn, { body: { email, password } })).data)
      const inviteToken = inviteTokenIn(returnTo)
      const { data } = await api.call(signUp, {
        body: {
          email,
          password,
          firstName,
          lastName,
          language: currentLanguage(),
          ...(inviteToken && { inviteToken }),
        },
      })
      pendingCode.sent(email.trim(), data)
      await navigate({ to: '/auth/verify', search: { returnTo } })
    } catch (error) {
      if (takeSignInStep(error)) return
      if (isSignUpRefused(error)) return await navigate({ to: '/early-access-full' })
      if (!(error instanceof ApiError) || error.code !== 'EMAIL_NOT_VERIFIED') throw error
      pendingCode.sent(email.trim(), await askForCode(email))
      await navigate({ to: '/auth/verify', search: { returnTo } })
    }
  }

  const { form, submit, isSending, problems, forget, failure } = useSubmit<FieldName>(check, send)
  const field = textFields({ values, setValues, problems, forget })

  return (
    <form ref={form} className={styles.fields} noValidate onSubmit={(event) => void submit(event)}>
      <FailureNote failure={failure} />
      {isNew && (
        <div className={styles.pair}>
          <Field {...field('firstName')} label={t('field.firstName')} autoComplete="given-name" />
          <Field {...field('lastName')} label={t('field.lastName')} autoComplete="family-name" />
        </div>
      )}
      <Field
        {...field('email')}
        label={t('field.email')}
        type="email"
        inputMode="email"
        autoComplete={isNew ? 'email' : 'username webauthn'}
        dir="auto"
        readOnly={fixedEmail !== undefined}
      />
      <PasswordField
        {...field('password')}
        label={t('field.password')}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        {...(Rules && { 'aria-describedby': rulesId })}
      />
      {Rules ? (
        <Rules id={rulesId} password={password} />
      ) : (
        <p className={styles.quiet}>
          <Link className={styles.link} to="/auth/forgot-password" search={{ returnTo }} state={{ email }}>
            {t('login.forgot')}
          </Link>
        </p>
      )}
      <Button type="submit" size="md" fullWidth loading={isSending}>
        {t(isNew ? 'register.submit' : 'login.submit')}
      </Button>
    </form>
  )
}

/** Sends a code to a person who signed in before confirming. */
const askForCode = (email: string): Promise<CodeSent> =>
  api.call(resendCode, { body: { email } }).then(
    ({ data }) => data,
    (error: unknown) => ({
      resendAfterSeconds: error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0,
    }),
  )
