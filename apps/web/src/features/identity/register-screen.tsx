import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../lib/translate.ts'
import { AuthLayout } from './auth-layout.tsx'
import styles from '../../lib/forms/form.module.css'
import { PasswordRules } from './password-rules.tsx'
import { ProviderButtons } from './openid/provider-buttons.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { useSignInMethods } from './sign-in-methods.ts'
import { useSignInOffer } from './sign-in-offer.ts'
import { useRedirectAfterSignIn } from './use-redirect-after-sign-in.ts'

type ScreenProps = { returnTo: string | undefined }

export function RegisterScreen({ returnTo }: ScreenProps) {
  const { t } = useTranslation('identity')
  useRedirectAfterSignIn(returnTo)
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
        <WaysToSignUp returnTo={returnTo} />
      )}
    </AuthLayout>
  )
}

/** The form with the rules of a password, the providers, or both: whatever is set up here. */
function WaysToSignUp({ returnTo }: ScreenProps) {
  const { byPassword, providers } = useSignInOffer()
  return (
    <>
      {byPassword && <SignInForm mode="register" returnTo={returnTo} rules={PasswordRules} />}
      <ProviderButtons providers={providers} returnTo={returnTo} isAlternative={byPassword} />
    </>
  )
}
