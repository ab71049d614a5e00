import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AuthLayout } from './auth-layout.tsx'
import styles from './form.module.css'
import { ProviderButtons } from './provider-buttons.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { useSignInMethods } from './sign-in-methods.ts'
import { useSignInOffer } from './sign-in-offer.ts'
import { useGoOn } from './use-go-on.ts'

type ScreenProps = { returnTo: string | undefined }

export function LoginScreen({ returnTo }: ScreenProps) {
  const { t } = useTranslation('identity')
  useGoOn(returnTo)
  const isSignUpClosed = useSignInMethods()?.signUp === 'closed'
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
      <ProviderButtons providers={providers} returnTo={returnTo} isAlternative={byPassword} />
    </>
  )
}
