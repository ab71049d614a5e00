import type { Proof } from '@atrium/contract'
import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { Field } from '../../lib/forms/field.tsx'
import forms from '../../lib/forms/form.module.css'
import { useTranslation } from '../../lib/translate.ts'
import { PasswordField } from '../identity/index.ts'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { securityQuery } from './queries.ts'

type ProofFormProps = {
  confirmLabel: string
  isDangerous?: boolean
  onCancel: () => void
  /** Runs the action; the form shows its errors. */
  onProve: (proof: Proof | undefined) => Promise<void>
  children?: ReactNode
}

/**
 * Asks for the password, or for a code of the second factor, before a protected action. People who have neither are not asked:
 * the server then requires a recent sign-in.
 */
export function ProofForm({ confirmLabel, isDangerous, onCancel, onProve, children }: ProofFormProps) {
  const { t } = useTranslation(['security', 'common'])
  const security = useQuery(securityQuery)
  const hasPassword = security.data?.hasPassword ?? true
  const hasSecondFactor = Boolean(security.data?.secondFactor)
  const [prefersCode, setPrefersCode] = useState(false)
  const [typed, setTyped] = useState('')
  const way = hasSecondFactor && (prefersCode || !hasPassword) ? 'code' : hasPassword ? 'password' : null

  const check = () => {
    if (way === null || typed.trim()) return {}
    return { proof: t(way === 'code' ? 'proof.noCode' : 'proof.noPassword') }
  }
  const { form, submit, isSending, problems, forget, failure } = useSubmit<'proof'>(check, () =>
    onProve(way === null ? undefined : way === 'code' ? { code: typed } : { password: typed }),
  )
  const field = {
    name: 'proof',
    value: typed,
    problem: problems.proof,
    onChange: (event: { currentTarget: { value: string } }) => {
      setTyped(event.currentTarget.value)
      forget('proof')
    },
  }
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      {children}
      <div className={forms.fields}>
        {way !== null && <Text size="sm">{t('proof.text')}</Text>}
        {way === 'password' && (
          <PasswordField
            {...field}
            label={t('proof.password')}
            autoComplete="current-password"
            data-autofocus
          />
        )}
        {way === 'code' && (
          <Field
            {...field}
            label={t('proof.code')}
            autoComplete="one-time-code"
            autoCapitalize="off"
            spellCheck={false}
            dir="ltr"
            data-autofocus
          />
        )}
        {hasPassword && hasSecondFactor && (
          <p className={forms.quiet}>
            <button
              type="button"
              className={forms.button}
              onClick={() => {
                setPrefersCode(way === 'password')
                setTyped('')
                forget('proof')
              }}
            >
              {t(way === 'password' ? 'proof.useCode' : 'proof.usePassword')}
            </button>
          </p>
        )}
        <FailureNote failure={failure} />
      </div>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onCancel} disabled={isSending}>
          {t('common:action.cancel')}
        </Button>
        <Button type="submit" {...(isDangerous && { color: 'red.9' })} loading={isSending}>
          {confirmLabel}
        </Button>
      </Group>
    </form>
  )
}
