import { brokenPasswordRules, resendCode, signIn, signUp } from '@atrium/contract'
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ComponentType, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, session } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { FailureNote } from './failure-note.tsx'
import { Field } from './field.tsx'
import styles from './form.module.css'
import { looksLikeEmail } from './looks-like-email.ts'
import { PasswordField } from './password-field.tsx'
import { pendingCode } from './pending-code.ts'
import { inviteTokenIn, isSignUpRefused } from './sign-up-refused.ts'
import { takeSignInStep } from './sign-in-step.ts'
import { type Problems, useSubmit } from './use-submit.ts'

type SignInFormProps = {
  mode: 'login' | 'register'
  returnTo: string | undefined
  /** Shows which rules a new password fulfils; whoever only signs in does not load it. */
  rules?: ComponentType<{ id: string; password: string }>
}
type FieldName = 'firstName' | 'lastName' | 'email' | 'password'

/** Email and password; when registering also the name, and the password is checked against the rules while typing. */
export function SignInForm({ mode, returnTo, rules: Rules }: SignInFormProps) {
  const { t } = useTranslation('identity')
  const navigate = useNavigate()
  const rulesId = useId()
  const isNew = mode === 'register'
  const [values, setValues] = useState({ firstName: '', lastName: '', email: '', password: '' })
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
      pendingCode.sent(email.trim(), data.resendAfterSeconds)
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
  const field = (name: FieldName) => ({
    name,
    value: values[name],
    problem: problems[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((before) => ({ ...before, [name]: value }))
      forget(name)
    },
  })

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
          <Link className={styles.link} to="/auth/forgot-password" search={{ returnTo }}>
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

/** Sends a code to somebody who signed in before confirming; gives the seconds until another can be asked for. */
const askForCode = (email: string): Promise<number> =>
  api.call(resendCode, { body: { email } }).then(
    ({ data }) => data.resendAfterSeconds,
    (error: unknown) => (error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0),
  )
