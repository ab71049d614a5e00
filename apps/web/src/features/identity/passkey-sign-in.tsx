import { beginPasskeySignIn, signInByPasskey } from '@atrium/contract'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { api, session } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import styles from '../../lib/forms/form.module.css'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { takeSignInStep } from './sign-in-step.ts'

const library = () => import('@simplewebauthn/browser')

/**
 * Signing in with a passkey: by the button, or by choosing it where the browser fills in the address. For sites and browsers that
 * have them.
 */
export function PasskeySignIn() {
  const { t } = useTranslation('identity')
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [wasNotUsed, setNotUsed] = useState(false)

  useEffect(() => {
    let isHere = true
    void offerInAddressField(() => isHere)
    return () => {
      isHere = false
      void library().then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony())
    }
  }, [])

  async function press() {
    setAsking(true)
    setFailure(null)
    setNotUsed(false)
    try {
      await signInWith(false)
    } catch (error) {
      // Errors that are not from the server are from the authenticator, or the person closed its window.
      if (error instanceof ApiError) setFailure(error)
      else setNotUsed(true)
    } finally {
      setAsking(false)
    }
  }
  return (
    <div className={styles.passkey}>
      <FailureNote failure={failure} />
      {wasNotUsed && (
        <p role="status" className={styles.note}>
          {t('passkey.notUsed')}
        </p>
      )}
      <Button variant="default" size="md" fullWidth loading={isAsking} onClick={() => void press()}>
        {t('passkey.signIn')}
      </Button>
    </div>
  )
}

async function signInWith(useBrowserAutofill: boolean): Promise<void> {
  const { startAuthentication } = await library()
  const { data: optionsJSON } = await api.call(beginPasskeySignIn, {})
  const response = await startAuthentication({ optionsJSON, useBrowserAutofill })
  try {
    session.signedIn((await api.call(signInByPasskey, { body: { response } })).data)
  } catch (error) {
    if (!takeSignInStep(error)) throw error
  }
}

/**
 * Lets the browser offer passkeys in the address field's autofill. Waits for the life of the page; failures are silent, because the person
 * requested nothing.
 */
async function offerInAddressField(isHere: () => boolean): Promise<void> {
  const { browserSupportsWebAuthnAutofill } = await library()
  if ((await browserSupportsWebAuthnAutofill()) && isHere()) await signInWith(true).catch(() => {})
}
