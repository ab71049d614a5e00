import { acceptTerms } from '@atrium/contract'
import { Button, Checkbox } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { api, session } from '../../lib/api/api.ts'
import { safeReturnTo } from '../../lib/navigation/return-to.ts'
import { signOut } from '../identity/index.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import styles from './terms.module.css'

/** Requires confirmation of the legal age before the product opens (LIFE-05). */
export function TermsGate({ returnTo }: { returnTo: string | undefined }) {
  const { t } = useTranslation('terms')
  const router = useRouter()
  const [isConfirmed, setConfirmed] = useState(false)
  const { form, submit, isSending, problems, forget, failure } = useSubmit<'confirmed'>(
    () => (isConfirmed ? {} : { confirmed: t('gate.missing') }),
    async () => {
      const { message } = await api.call(acceptTerms, { body: { confirmedLegalAge: true } })
      session.setUserInfo(message)
      // The token states whether the terms were accepted, so a new one is needed.
      await session.renew()
      router.history.replace(safeReturnTo(returnTo))
    },
  )
  return (
    <form
      ref={form}
      className={styles.gate}
      noValidate
      aria-labelledby="terms-gate"
      onSubmit={(event) => void submit(event)}
    >
      <div className={styles.gateInner}>
        <h2 id="terms-gate" className={styles.gateTitle}>
          {t('gate.title')}
        </h2>
        <FailureNote failure={failure} />
        <Checkbox
          name="confirmed"
          size="md"
          label={t('gate.confirm')}
          description={t('gate.age')}
          error={problems.confirmed}
          checked={isConfirmed}
          onChange={(event) => {
            setConfirmed(event.currentTarget.checked)
            forget('confirmed')
          }}
        />
        <div className={styles.actions}>
          <Button type="submit" size="md" loading={isSending}>
            {t('gate.submit')}
          </Button>
          <Button variant="subtle" size="md" onClick={() => void signOut()}>
            {t('gate.decline')}
          </Button>
        </div>
      </div>
    </form>
  )
}
