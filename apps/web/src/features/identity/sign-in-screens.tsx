import { Link } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { useStore } from '../../lib/store.ts'
import { AuthLayout } from './auth-layout.tsx'
import styles from '../../lib/forms/form.module.css'
import { ProviderButtons } from './openid/provider-buttons.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { signInStep } from './sign-in-step.ts'
import { useSignInMethods } from './sign-in-methods.ts'
import { useSignInOffer } from './sign-in-offer.ts'
import { useRedirectAfterSignIn } from './use-redirect-after-sign-in.ts'

const SignInStepScreen = lazy(() =>
  import('./sign-in-step-screen.tsx').then((module) => ({ default: module.SignInStepScreen })),
)

// If it can't be loaded, the other ways to sign in remain.
const PasskeySignIn = lazy<ComponentType>(() =>
  import('./passkey-sign-in.tsx').then(
    (module) => ({ default: module.PasskeySignIn }),
    () => ({ default: () => null }),
  ),
)

type ScreenProps = { returnTo: string | undefined }

export function LoginScreen({ returnTo }: ScreenProps) {
  const { t } = useTranslation('identity')
  useRedirectAfterSignIn(returnTo)
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
      <WaysToSignIn returnTo={returnTo} />
    </AuthLayout>
  )
}

/** The form, passkeys, the providers: whatever is set up here. */
function WaysToSignIn({ returnTo }: ScreenProps) {
  const { byPassword, providers } = useSignInOffer()
  const hasPasskeys = (useSignInMethods()?.passkeys ?? false) && 'PublicKeyCredential' in window
  return (
    <>
      {byPassword && <SignInForm mode="login" returnTo={returnTo} />}
      {hasPasskeys && (
        <Suspense>
          <PasskeySignIn />
        </Suspense>
      )}
      <ProviderButtons providers={providers} returnTo={returnTo} isAlternative={byPassword} />
    </>
  )
}
