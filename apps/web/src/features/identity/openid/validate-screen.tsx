import type { SignInProviderId } from '@atrium/contract'
import { Button, Loader } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { AuthLayout } from '../auth-layout.tsx'
import { ConfirmAddressScreen } from '../codes/confirm-address-screen.tsx'
import { FailureNote } from '../../../lib/forms/failure-note.tsx'
import styles from '../../../lib/forms/form.module.css'
import { leaveForProvider, signInUnderWay } from './provider-sign-in.ts'
import { useRedirectAfterSignIn } from '../use-redirect-after-sign-in.ts'
import { useValidation } from './use-validation.ts'

/** The target of a provider's redirect: completes the sign-in, or explains the failure. */
export function ValidateScreen({ provider }: { provider: SignInProviderId }) {
  const { t } = useTranslation('identity')
  const [returnTo] = useState(() => signInUnderWay.read()?.returnTo)
  useRedirectAfterSignIn(returnTo)
  const validation = useValidation(provider, returnTo)
  switch (validation.step) {
    case 'confirm':
      return <ConfirmAddressScreen {...validation} />
    case 'failed':
      return <FailedScreen {...{ provider, returnTo }} failure={validation.failure} />
    case 'nothing':
      return (
        <AuthLayout title={t('validate.failedTitle')} text={t('validate.nothing')}>
          <BackToSignIn returnTo={returnTo} />
        </AuthLayout>
      )
    default:
      return (
        <AuthLayout title={t('validate.title')} text={t('validate.text')}>
          <p className={styles.wait} role="status" aria-label={t('validate.title')}>
            <Loader size="sm" />
          </p>
        </AuthLayout>
      )
  }
}

type FailedProps = { provider: SignInProviderId; returnTo: string | undefined; failure: unknown }

function FailedScreen({ provider, returnTo, failure }: FailedProps) {
  const { t } = useTranslation('identity')
  const [isLeaving, setLeaving] = useState(false)
  const [latest, setLatest] = useState(failure)
  async function tryAgain() {
    setLeaving(true)
    try {
      await leaveForProvider(provider, returnTo)
    } catch (error) {
      setLatest(error)
      setLeaving(false)
    }
  }
  return (
    <AuthLayout title={t('validate.failedTitle')}>
      <div className={styles.ways}>
        <FailureNote failure={latest} />
        <Button size="md" fullWidth loading={isLeaving} onClick={() => void tryAgain()}>
          {t('validate.again')}
        </Button>
        <BackToSignIn returnTo={returnTo} />
      </div>
    </AuthLayout>
  )
}

function BackToSignIn({ returnTo }: { returnTo: string | undefined }) {
  const { t } = useTranslation('identity')
  return (
    <p className={styles.quiet}>
      <Link className={styles.link} to="/auth/login" search={{ returnTo }}>
        {t('forgot.back')}
      </Link>
    </p>
  )
}
