import { answerSecondFactor, limits, undoDeletion } from '@atrium/contract'
import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { api, session } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { dateLocale } from '../../lib/text/date-locale.ts'
import { AuthLayout } from './auth-layout.tsx'
import { CodeField } from './codes/code-field.tsx'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { Field } from '../../lib/forms/field.tsx'
import styles from '../../lib/forms/form.module.css'
import { signInStep, type SignInStep, takeSignInStep } from './sign-in-step.ts'
import { useSubmit } from '../../lib/forms/use-submit.ts'

/** The step that a sign-in still needs after the first proof. */
export function SignInStepScreen({ step }: { step: SignInStep }) {
  return step.kind === 'second-factor' ? (
    <SecondFactorScreen key={step.ticket} ticket={step.ticket} />
  ) : (
    <UndoDeletionScreen key={step.ticket} {...step} />
  )
}

const startAgain = () => signInStep.set(null)

function StartAgain() {
  const { t } = useTranslation('identity')
  return (
    <button type="button" className={styles.button} onClick={startAgain}>
      {t('secondFactor.startAgain')}
    </button>
  )
}

/** Asks for a code of the authenticator, or a recovery code. */
function SecondFactorScreen({ ticket }: { ticket: string }) {
  const { t } = useTranslation('identity')
  const [isRecovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const latestCode = useRef(code)
  const change = (typed: string) => {
    latestCode.current = typed
    setCode(typed)
    forget('code')
  }
  const check = () => {
    const typed = latestCode.current.replaceAll(/[\s-]/g, '')
    if (isRecovery) return typed.length === 10 ? {} : { code: t('secondFactor.problem.recovery') }
    return typed.length === limits.codeDigits
      ? {}
      : { code: t('problem.code', { digits: limits.codeDigits }) }
  }
  const { form, submit, isSending, problems, forget, failure } = useSubmit<'code'>(check, async () => {
    try {
      const { data } = await api.call(answerSecondFactor, { body: { ticket, code: latestCode.current } })
      signInStep.set(null)
      session.signedIn(data)
    } catch (error) {
      // Pressing again must not resubmit a wrong code.
      if (error instanceof ApiError && error.code === 'SECOND_FACTOR_NOT_ACCEPTED') change('')
      if (!takeSignInStep(error)) throw error
    }
  })
  const turn = () => {
    setRecovery(!isRecovery)
    change('')
  }
  return (
    <AuthLayout
      title={t('secondFactor.title')}
      text={t(isRecovery ? 'secondFactor.recoveryText' : 'secondFactor.text')}
      footer={<StartAgain />}
    >
      <form ref={form} className={styles.fields} noValidate onSubmit={(event) => void submit(event)}>
        <FailureNote failure={failure} />
        {isRecovery ? (
          <Field
            name="code"
            label={t('secondFactor.recoveryCode')}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            dir="ltr"
            autoFocus
            value={code}
            problem={problems.code}
            onChange={(event) => change(event.currentTarget.value)}
          />
        ) : (
          <CodeField
            value={code}
            problem={problems.code}
            onChange={change}
            onComplete={() => void submit()}
            autoFocus
          />
        )}
        <Button type="submit" size="md" fullWidth loading={isSending}>
          {t('secondFactor.submit')}
        </Button>
        <p className={styles.quiet}>
          <button type="button" className={styles.button} onClick={turn}>
            {t(isRecovery ? 'secondFactor.useApp' : 'secondFactor.useRecovery')}
          </button>
        </p>
      </form>
    </AuthLayout>
  )
}

/** Lets a person undo their requested deletion. */
function UndoDeletionScreen({ ticket, eraseAt }: { ticket: string; eraseAt: string }) {
  const { t } = useTranslation('identity')
  const { form, submit, isSending, failure } = useSubmit(
    () => ({}),
    async () => {
      const { data } = await api.call(undoDeletion, { body: { ticket } })
      signInStep.set(null)
      session.signedIn(data)
    },
  )
  const date = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'long', timeStyle: 'short' })
  return (
    <AuthLayout
      title={t('undoDeletion.title')}
      text={t('undoDeletion.text', { date: date.format(new Date(eraseAt)) })}
      footer={<StartAgain />}
    >
      <form ref={form} className={styles.fields} noValidate onSubmit={(event) => void submit(event)}>
        <FailureNote failure={failure} />
        <Button type="submit" size="md" fullWidth loading={isSending}>
          {t('undoDeletion.keep')}
        </Button>
      </form>
    </AuthLayout>
  )
}
