import type { AccountId, ToolServer, ToolServerTest } from '@atrium/contract'
import { useEffect, useRef, useState } from 'react'
import { isAborted } from '../../lib/api/api-error.ts'
import { ConnectionTest } from '../../lib/forms/connection-test.tsx'
import { errorText } from '../../lib/text/error-text.ts'
import { useTranslation } from '../../lib/translate.ts'
import { toolServerChanges } from './queries.ts'
import { type ServerDraft, toTest } from './server-draft.ts'

type Outcome = { of: string; test: ToolServerTest } | { of: string; failure: unknown }

/** A test of the connection that the draft describes: how many tools there are, the sign-in that it asks for, or the problem. */
export function useServerTest(accountId: AccountId, draft: ServerDraft, edited: ToolServer | null) {
  const [isRunning, setRunning] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const tested = toTest(draft, edited)
  // Results for another address or header don't apply to this one.
  const of = JSON.stringify({ ...tested, serverId: undefined })
  const shown = outcome?.of === of ? outcome : null
  const run = async () => {
    const leaving = new AbortController()
    running.current = leaving
    setOutcome(null)
    setRunning(true)
    try {
      setOutcome({ of, test: await toolServerChanges(accountId).test(tested, leaving.signal) })
    } catch (failure) {
      if (!isAborted(failure)) setOutcome({ of, failure })
    } finally {
      setRunning(false)
    }
  }
  const offer = shown && 'test' in shown && shown.test.outcome === 'sign-in' ? shown.test.offer : null
  return { isRunning, shown, offer, run }
}

type ServerTestProps = {
  test: ReturnType<typeof useServerTest>
  /** Address and header are valid. */
  isReady: boolean
}

/** Tests the connection before saving. */
export function ServerTest({ test: { isRunning, shown, run }, isReady }: ServerTestProps) {
  const { t } = useTranslation('toolServers')
  const isGood = shown !== null && 'test' in shown && shown.test.outcome !== 'failed'
  return (
    <ConnectionTest
      words={{ test: t('test'), running: t('test.running') }}
      isRunning={isRunning}
      isReady={isReady}
      onTest={() => void run()}
      result={shown && <OutcomeText outcome={shown} />}
      isGood={isGood}
    />
  )
}

function OutcomeText({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation('toolServers')
  if ('failure' in outcome) return errorText(outcome.failure)
  const { test } = outcome
  if (test.outcome === 'sign-in') return t('test.signIn')
  return test.outcome === 'answered'
    ? t('test.answered', { server: test.serverName, count: test.tools.length })
    : t(`problem.${test.problem}`)
}
