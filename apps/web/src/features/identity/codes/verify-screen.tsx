import { limits, resendCode, verifyEmail } from '@atrium/contract'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { api, session } from '../../../lib/api/api.ts'
import { CodeField } from './code-field.tsx'
import { AuthLayout } from '../auth-layout.tsx'
import { FailureNote } from '../../../lib/forms/failure-note.tsx'
import { Field } from '../../../lib/forms/field.tsx'
import styles from '../../../lib/forms/form.module.css'
import { InboxNote } from './inbox-note.tsx'
import { looksLikeEmail } from '../../../lib/forms/looks-like-email.ts'
import { isWholeCode, pendingCode } from './pending-code.ts'
import { ResendCode } from './resend-code.tsx'
import { useRedirectAfterSignIn } from '../use-redirect-after-sign-in.ts'
import { useResend } from './use-resend.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'

const sendAgain = async (email: string) => (await api.call(resendCode, { body: { email } })).data

/** Confirms the email address of a new user with the code that was sent to it. */
export function VerifyScreen({ returnTo }: { returnTo: string | undefined }) {
  const { t } = useTranslation('identity')
  useRedirectAfterSignIn(returnTo)
  const { pending, resend, isResending, wasSentAgain, resendFailure } = useResend(sendAgain)
  const [typedEmail, setTypedEmail] = useState('')
  const [code, setCode] = useState('')
  const latestCode = useRef(code)
  const email = pending?.email ?? typedEmail
  const digits = pending?.codeDigits ?? limits.codeDigits

  const check = () => ({
    ...(!looksLikeEmail(email) && { email: t('problem.email') }),
    ...(!isWholeCode(latestCode.current) && { code: t('problem.code', { digits }) }),
  })
  const send = async () => {
    const { data } = await api.call(verifyEmail, { body: { email, code: latestCode.current } })
    pendingCode.forget()
    session.signedIn(data)
  }
  const { form, submit, isSending, problems, forget, failure } = useSubmit<'email' | 'code'>(check, send)
  const change = (typed: string) => {
    latestCode.current = typed
    setCode(typed)
    forget('code')
  }

  const footer = (
    <Link className={styles.link} to="/auth/register" search={{ returnTo }} onClick={pendingCode.forget}>
      {t('code.otherEmail')}
    </Link>
  )
  return (
    <AuthLayout
      title={t('verify.title')}
      text={pending ? t('verify.text', { email, digits }) : t('verify.noEmail')}
      footer={footer}
    >
      <form ref={form} className={styles.fields} noValidate onSubmit={(event) => void submit(event)}>
        <FailureNote failure={failure ?? resendFailure} />
        <InboxNote />
        {!pending && (
          <Field
            name="email"
            type="email"
            autoComplete="username"
            label={t('field.email')}
            value={typedEmail}
            problem={problems.email}
            onChange={(event) => {
              setTypedEmail(event.currentTarget.value)
              forget('email')
            }}
          />
        )}
        <CodeField
          value={code}
          digits={digits}
          problem={problems.code}
          onChange={change}
          onComplete={() => void submit()}
          autoFocus={pending !== null}
        />
        <Button type="submit" size="md" fullWidth loading={isSending}>
          {t('verify.submit')}
        </Button>
        {looksLikeEmail(email) && (
          <ResendCode
            resendAtMs={pending?.resendAtMs ?? 0}
            isSending={isResending}
            wasSentAgain={wasSentAgain}
            onResend={() => void resend(email)}
          />
        )}
      </form>
    </AuthLayout>
  )
}
