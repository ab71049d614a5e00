import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../lib/store.ts'
import { AuthLayout } from './auth-layout.tsx'
import styles from './form.module.css'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { signInStep } from './sign-in-step.ts'
import { useSignInMethods } from './sign-in-methods.ts'
import { useSignInOffer } from './sign-in-offer.ts'
import { useGoOn } from './use-go-on.ts'

const SignInStepScreen = lazy(() =>
  import('./sign-in-step-screen.tsx').then((module) => ({ default: module.SignInStepScreen })),
)

type ScreenProps = { returnTo: string | undefined }

export function LoginScreen({ returnTo }: ScreenProps) {
  const { t } = useTranslation('identity')
  useGoOn(returnTo)
  const isSignUpClosed = useSignInMethods()?.signUp === 'closed'
  const step = useStore(signInStep)
  if (step)
    return (
      <Suspense fallback={<AuthLayout title={t('secondFactor.title')}>{null}</AuthLayout>}>
        <SignInStepScreen step={step} />
      </Suspense>
    )
  const footer = !isSignUpClosed && (
    <>
      {t('login.toRegister')}{' '}
      <Link className={styles.link} to="/auth/register" search={{ returnTo }}>
        {t('login.toRegister.link')}
      </Link>
    </>
  )
  return (
    <AuthLayout title={t('login.title')} text={t('login.text')} footer={footer}>
      <WaysToSignIn mode="login" returnTo={returnTo} />
    </AuthLayout>
  )
}

export function RegisterScreen({ returnTo }: ScreenProps) {
  const { t } = useTranslation('identity')
  useGoOn(returnTo)
  const signUp = useSignInMethods()?.signUp
  const footer = (
    <>
      {t('register.toLogin')}{' '}
      <Link className={styles.link} to="/auth/login" search={{ returnTo }}>
        {t('register.toLogin.link')}
      </Link>
    </>
  )
  return (
    <AuthLayout
      title={t('register.title')}
      text={signUp === 'invited-only' ? t('register.invitedOnly') : t('register.text')}
      footer={footer}
    >
      {signUp === 'closed' ? (
        <p className={styles.note}>{t('register.closed')}</p>
      ) : (
        <WaysToSignIn mode="register" returnTo={returnTo} />
      )}
    </AuthLayout>
  )
}

/** The form, the providers, or both: whatever is set up here. */
function WaysToSignIn({ mode, returnTo }: ScreenProps & { mode: 'login' | 'register' }) {
  const { byPassword, providers } = useSignInOffer()
  return (
    <>
      {byPassword && <SignInForm key={mode} mode={mode} returnTo={returnTo} />}
      {mode === 'login' && <PasskeySignIn />}
      <ProviderButtons providers={providers} returnTo={returnTo} isAlternative={byPassword} />
    </>
  )
}
