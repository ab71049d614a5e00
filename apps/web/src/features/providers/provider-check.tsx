import type { AddedProvider, ModelTiming, OfferedModel, ProviderTest } from '@atrium/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { isAborted } from '../../lib/api/api-error.ts'
import { ConnectionTest } from '../../lib/forms/connection-test.tsx'
import { errorText } from '../../lib/text/error-text.ts'
import type { ProviderDraft } from './provider-draft.ts'
import { providerChanges } from './queries.ts'

type ProviderCheckProps = {
  draft: ProviderDraft
  edited: AddedProvider | null
  /** Address and key are valid. */
  isReady: boolean
  onFound: (models: OfferedModel[]) => void
}

/** `timing`: of the tested model, once known. */
type Outcome =
  | { of: string; test: ProviderTest; timed?: { model: string; timing: ModelTiming } }
  | { of: string; failure: unknown }

/** Tests the provider before saving: its models, or the problem. */
export function ProviderCheck({ draft, edited, isReady, onFound }: ProviderCheckProps) {
  const { t } = useTranslation('providers')
  const [isRunning, setRunning] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  // Results for another address or key don't apply to this one.
  const of = JSON.stringify([draft.kind, draft.baseUrl, draft.key])
  const shown = outcome?.of === of ? outcome : null

  const run = async () => {
    const key = draft.key.trim()
    const leaving = new AbortController()
    running.current = leaving
    setOutcome(null)
    setRunning(true)
    try {
      const tested = {
        kind: draft.kind,
        baseUrl: draft.baseUrl.trim(),
        ...(key && { key }),
        ...(edited && { providerId: edited.id }),
      }
      const test = await providerChanges.test(tested, leaving.signal)
      setOutcome({ of, test })
      if (test.outcome !== 'answered') return
      onFound(test.models)
      const model = (draft.models.find(({ isOffered }) => isOffered)?.model ?? test.models[0])?.model
      if (model === undefined) return
      const timing = await providerChanges.time({ ...tested, model }, leaving.signal)
      setOutcome({ of, test, timed: { model, timing } })
    } catch (failure) {
      if (!isAborted(failure)) setOutcome({ of, failure })
    } finally {
      setRunning(false)
    }
  }
  return (
    <ConnectionTest
      words={{ test: t('test'), running: t('test.running') }}
      isRunning={isRunning}
      isReady={isReady}
      onTest={() => void run()}
      result={shown && <OutcomeText outcome={shown} />}
      isGood={isGood(shown)}
    />
  )
}

const isGood = (outcome: Outcome | null) =>
  outcome !== null && 'test' in outcome && outcome.test.outcome === 'answered'

function OutcomeText({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation('providers')
  if ('failure' in outcome) return errorText(outcome.failure)
  const { test, timed } = outcome
  if (timed?.timing.outcome === 'failed')
    return t('test.noWord', { model: timed.model, problem: t(`problem.${timed.timing.problem}`) })
  return test.outcome === 'answered'
    ? [
        t('test.answered', { count: test.models.length }),
        timed?.timing.outcome === 'answered' &&
          t('test.firstWord', { seconds: Math.round(timed.timing.firstWordMs / 10) / 100 }),
      ]
        .filter(Boolean)
        .join(' ')
    : t(`problem.${test.problem}`)
}
