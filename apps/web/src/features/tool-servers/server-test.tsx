import type { AccountId, ToolServer, ToolServerTest } from '@atrium/contract'
import { Button } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { isAborted } from '../../lib/api/api-error.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { useTranslation } from '../../lib/translate.ts'
import { toolServerChanges } from './queries.ts'
import { type ServerDraft, toTest } from './server-draft.ts'
import styles from './tool-servers.module.css'

type ServerTestProps = {
  accountId: AccountId
  draft: ServerDraft
  edited: ToolServer | null
  /** Address and header are valid. */
  isReady: boolean
}

type Outcome = { of: string; test: ToolServerTest } | { of: string; failure: unknown }

/** Tests the connection before saving: how many tools there are, or the problem. */
export function ServerTest({ accountId, draft, edited, isReady }: ServerTestProps) {
  const { t } = useTranslation('toolServers')
  const [isRunning, setRunning] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const tested = toTest(draft, edited)
  // Results for another address or header don't apply to this one.
  const of = JSON.stringify(tested)
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
  const isGood = shown !== null && 'test' in shown && shown.test.outcome === 'answered'
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
      <p role="status" className={styles.outcome} data-good={isGood || undefined}>
        {isRunning && !shown ? t('test.running') : shown && <OutcomeText outcome={shown} />}
      </p>
    </div>
  )
}

function OutcomeText({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation('toolServers')
  if ('failure' in outcome) return errorText(outcome.failure)
  const { test } = outcome
  return test.outcome === 'answered'
    ? t('test.answered', { server: test.serverName, count: test.tools.length })
    : t(`problem.${test.problem}`)
}
