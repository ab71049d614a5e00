import type { SignInProvider, SignInProviderId } from '@atrium/contract'
import { Button } from '@mantine/core'
import { IconBrandGoogleFilled, IconBrandWindowsFilled, IconKey } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { FailureNote } from '../../../lib/forms/failure-note.tsx'
import { useTranslation } from '../../../lib/translate.ts'
import { leaveForProvider } from './provider-sign-in.ts'
import styles from './provider-buttons.module.css'

const icons = { google: IconBrandGoogleFilled, azure: IconBrandWindowsFilled, pool: IconKey }

type ProviderButtonsProps = {
  providers: readonly SignInProvider[]
  returnTo: string | undefined
  /** Whether there is a form before them. */
  isAlternative: boolean
}

/** Buttons to sign in or up with each configured provider. */
export function ProviderButtons({ providers, returnTo, isAlternative }: ProviderButtonsProps) {
  const { t } = useTranslation('identity')
  const { pressed, failure, press } = useLeaving(returnTo)
  if (providers.length === 0) return null
  return (
    <div className={styles.buttons}>
      {isAlternative && <p className={styles.or}>{t('provider.or')}</p>}
      <FailureNote failure={failure} />
      {providers.map(({ id, name }) => {
        const Icon = icons[id]
        return (
          <Button
            key={id}
            variant="default"
            size="md"
            fullWidth
            leftSection={<Icon size={18} aria-hidden="true" />}
            loading={pressed === id}
            disabled={pressed !== null && pressed !== id}
            onClick={() => void press(id)}
          >
            <span className={styles.name}>{t('provider.continue', { provider: name })}</span>
          </Button>
        )
      })}
    </div>
  )
}

function useLeaving(returnTo: string | undefined) {
  const [pressed, setPressed] = useState<SignInProviderId | null>(null)
  const [failure, setFailure] = useState<unknown>(null)

  // Returning from the provider with the browser's Back button restores the page.
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && setPressed(null)
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [])

  async function press(provider: SignInProviderId): Promise<void> {
    setPressed(provider)
    setFailure(null)
    try {
      await leaveForProvider(provider, returnTo)
    } catch (error) {
      setFailure(error)
      setPressed(null)
    }
  }
  return { pressed, failure, press }
}
