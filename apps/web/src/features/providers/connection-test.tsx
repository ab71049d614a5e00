import type { AddedProvider, OfferedModel, ProviderTest } from '@atrium/contract'
import { Button } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isAborted } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import type { ProviderDraft } from './provider-draft.ts'
import styles from './providers.module.css'
import { providerChanges } from './queries.ts'

type ConnectionTestProps = {
  draft: ProviderDraft
  edited: AddedProvider | null
  /** The address and the key are such as can be sent. */
  isReady: boolean
  onFound: (models: OfferedModel[]) => void
}

type Outcome = { of: string; test: ProviderTest } | { of: string; failure: unknown }

/** Asks the provider now, before anything is saved: its models, or what is wrong. */
export function ConnectionTest({ draft, edited, isReady, onFound }: ConnectionTestProps) {
  const { t } = useTranslation('providers')
  const [isRunning, setRunning] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  // What was found out of another address or key says nothing of this one.
  const of = JSON.stringify([draft.kind, draft.baseUrl, draft.key])
  const shown = outcome?.of === of ? outcome : null

  const run = async () => {
    const key = draft.key.trim()
    const leaving = new AbortController()
    running.current = leaving
    setOutcome(null)
    setRunning(true)
    try {
      const { kind } = draft
      const test = await providerChanges.test(
        {
          kind,
          baseUrl: draft.baseUrl.trim(),
          ...(key && { key }),
          ...(edited && { providerId: edited.id }),
        },
        leaving.signal,
      )
      setOutcome({ of, test })
      if (test.outcome === 'answered') onFound(test.models)
    } catch (failure) {
      if (!isAborted(failure)) setOutcome({ of, failure })
    } finally {
      setRunning(false)
    }
  }
  return (
    <div className={styles.test}>
      <Button
        variant="default"
        leftSection={<IconPlugConnected size={18} stroke={1.7} />}
        loading={isRunning}
        disabled={!isReady}
        onClick={() => void run()}
      >
        {t('test')}
      </Button>
      <p role="status" className={styles.outcome} data-good={isGood(shown) || undefined}>
        {isRunning ? t('test.running') : shown && <OutcomeText outcome={shown} />}
      </p>
    </div>
  )
}

const isGood = (outcome: Outcome | null) =>
  outcome !== null && 'test' in outcome && outcome.test.outcome === 'answered'

function OutcomeText({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation('providers')
  if ('failure' in outcome) return errorText(outcome.failure)
  const { test } = outcome
  return test.outcome === 'answered'
    ? t('test.answered', { count: test.models.length })
    : t(`problem.${test.problem}`)
}
