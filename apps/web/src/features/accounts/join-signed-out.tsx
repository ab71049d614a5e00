import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, type ComponentType } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { storedJoining } from '../../lib/stored.ts'
import formStyles from '../../lib/forms/form.module.css'
import {
  ProviderButtons,
  SignInForm,
  useSignInMethods,
  useSignInOffer,
  invitePath,
} from '../identity/index.ts'
import styles from './accounts.module.css'
import { InviteSignUpForm } from './invite-sign-up-form.tsx'
import type { ShownInvite } from './opened-invite.ts'

// If it can't be loaded, the other ways to sign in remain.
const PasskeySignIn = lazy<ComponentType>(() =>
  import('../identity/passkey-sign-in.tsx').then(
    (module) => ({ default: module.PasskeySignIn }),
    () => ({ default: () => null }),
  ),
)

type JoinProps = { token: string; invite: ShownInvite }

/** For signed-out people: the form for the mail's recipient, or both ways for a public link. */
export function JoinSignedOut({ token, invite }: JoinProps) {
  const { recipient } = invite
  if (recipient === null) return <TwoWays token={token} />
  return recipient.hasSignIn ? (
    <SignInToJoin token={token} email={recipient.email} />
  ) : (
    <SignUpToJoin token={token} invite={invite} email={recipient.email} />
  )
}

function SignUpToJoin({ token, invite, email }: JoinProps & { email: string }) {
  const { t } = useTranslation('identity')
  const { byPassword, providers } = useSignInOffer()
  const isClosed = useSignInMethods()?.signUp === 'closed'
  if (isClosed) return <p className={formStyles.note}>{t('register.closed')}</p>
  return (
    <>
      {byPassword && <InviteSignUpForm token={token} invite={invite} email={email} />}
      <div onClickCapture={() => storedJoining.write(token)}>
        <ProviderButtons providers={providers} returnTo={invitePath} isAlternative={byPassword} />
      </div>
    </>
  )
}

/** Signing in counts as the click that joins. */
function SignInToJoin({ token, email }: { token: string; email: string }) {
  const { t } = useTranslation('invites')
  const { byPassword, providers } = useSignInOffer()
  const hasPasskeys = (useSignInMethods()?.passkeys ?? false) && 'PublicKeyCredential' in window
  const noteJoining = () => storedJoining.write(token)
  return (
    <>
      <p className={styles.text}>{t('join.known')}</p>
      {byPassword && (
        <SignInForm mode="login" returnTo={invitePath} fixedEmail={email} onSend={noteJoining} />
      )}
      <div onClickCapture={noteJoining}>
        {hasPasskeys && (
          <Suspense>
            <PasskeySignIn />
          </Suspense>
        )}
        <ProviderButtons providers={providers} returnTo={invitePath} isAlternative={byPassword} />
      </div>
    </>
  )
}

function TwoWays({ token }: { token: string }) {
  const { t } = useTranslation('invites')
  const search = { returnTo: invitePath }
  const noteJoining = () => storedJoining.write(token)
  return (
    <div className={styles.ways}>
      <Button
        size="md"
        onClick={noteJoining}
        renderRoot={(props) => <Link {...props} to="/auth/login" search={search} />}
      >
        {t('join.signIn')}
      </Button>
      <Button
        size="md"
        variant="default"
        onClick={noteJoining}
        renderRoot={(props) => <Link {...props} to="/auth/register" search={search} />}
      >
        {t('join.signUp')}
      </Button>
    </div>
  )
}
