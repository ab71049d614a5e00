import { confirmOpenIdAddress, resendOpenIdCode } from '@atrium/contract'
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { api, session } from '../../../lib/api/api.ts'
import { AuthLayout } from '../auth-layout.tsx'
import { CodeField } from './code-field.tsx'
import { FailureNote } from '../../../lib/forms/failure-note.tsx'
import styles from '../../../lib/forms/form.module.css'
import { InboxNote } from './inbox-note.tsx'
import { isWholeCode, pendingCode } from './pending-code.ts'
import { signInUnderWay } from '../openid/provider-sign-in.ts'
import { ResendCode } from './resend-code.tsx'
import { takeSignInStep } from '../sign-in-step.ts'
import { isSignUpRefused } from '../sign-up-refused.ts'
import { useResend } from './use-resend.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'

type ConfirmAddressProps = { state: string; email: string; resendAfterSeconds: number; codeDigits: number }

/** Confirms, by a code, an address that a provider did not vouch for. */
export function ConfirmAddressScreen({ state, email, ...sent }: ConfirmAddressProps) {
  const { t } = useTranslation('identity')
  const navigate = useNavigate()
  useState(() => pendingCode.sent(email, sent))
  const { pending, resend, isResending, wasSentAgain, resendFailure } = useResend(
    async () => (await api.call(resendOpenIdCode, { body: { state } })).data,
  )
  const digits = pending?.codeDigits ?? sent.codeDigits
  const [code, setCode] = useState('')
  const latestCode = useRef(code)

  const check = () => (isWholeCode(latestCode.current) ? {} : { code: t('problem.code', { digits }) })
  const send = async () => {
    try {
      const { data } = await api.call(confirmOpenIdAddress, { body: { state, code: latestCode.current } })
      pendingCode.forget()
      signInUnderWay.forget()
      session.signedIn(data)
    } catch (error) {
      if (takeSignInStep(error)) return await navigate({ to: '/auth/login', replace: true })
      if (!isSignUpRefused(error)) throw error
      await navigate({ to: '/early-access-full', replace: true })
    }
  }
  const { form, submit, isSending, problems, forget, failure } = useSubmit<'code'>(check, send)
  const change = (typed: string) => {
    latestCode.current = typed
    setCode(typed)
    forget('code')
  }
  const footer = (
    <Link className={styles.link} to="/auth/login" onClick={pendingCode.forget}>
      {t('forgot.back')}
    </Link>
  )
  return (
    <AuthLayout title={t('verify.title')} text={t('confirmAddress.text', { email, digits })} footer={footer}>
      <form ref={form} className={styles.fields} noValidate onSubmit={(event) => void submit(event)}>
        <FailureNote failure={failure ?? resendFailure} />
        <InboxNote />
        <CodeField
          value={code}
          digits={digits}
          problem={problems.code}
          onChange={change}
          onComplete={() => void submit()}
          autoFocus
        />
        <Button type="submit" size="md" fullWidth loading={isSending}>
          {t('verify.submit')}
        </Button>
        <ResendCode
          resendAtMs={pending?.resendAtMs ?? 0}
          isSending={isResending}
          wasSentAgain={wasSentAgain}
          onResend={() => void resend(email)}
        />
      </form>
    </AuthLayout>
  )
}
