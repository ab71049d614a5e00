import type { SignInProblem } from '@atrium/contract'
import { EmptyState } from '@atrium/ui'
import { Button, Loader } from '@mantine/core'
import { IconPlugX } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAccount } from '../../entities/accounts/use-account.ts'
import { usePageTitle } from '../../lib/navigation/page-title.ts'
import { type ProviderAnswer, readProviderAnswer } from '../../lib/navigation/provider-answer.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useTranslation } from '../../lib/translate.ts'
import { forgetSignIn, signInUnderWay } from './leave-for-sign-in.ts'
import { toolServerChanges } from './queries.ts'
import styles from './tool-servers.module.css'

type Completed = Awaited<ReturnType<ReturnType<typeof toolServerChanges>['completeSignIn']>>
type Failed = { problem: SignInProblem; said: string | null } | { failure: unknown }

/** Sent once, however often the page is rendered: the server accepts an answer only once. */
const completing = new Map<string, Promise<Completed>>()

function complete(issuerKey: string, answer: ProviderAnswer): Promise<Completed> {
  const known = completing.get(answer.state)
  if (known) return known
  const started = signInUnderWay(answer.state)
  const sent: Promise<Completed> = started
    ? toolServerChanges(started.accountId).completeSignIn(started.serverId, { issuerKey, ...answer })
    : Promise.resolve({ outcome: 'failed', problem: 'EXPIRED', said: null })
  forgetSignIn()
  completing.set(answer.state, sent)
  return sent
}

/** The target of an authorization server's redirect: completes the sign-in to a tool server, or says why it failed. */
export function SignInReturnScreen({ issuerKey }: { issuerKey: string }) {
  const { t } = useTranslation('toolServers')
  usePageTitle(t('return.title'))
  const account = useAccount()
  const navigate = useNavigate()
  const [answer] = useState(() => readProviderAnswer(location.search))
  const [target] = useState(() => (answer ? signInUnderWay(answer.state)?.accountId : undefined))
  const [failed, setFailed] = useState<Failed | null>(answer ? null : { problem: 'EXPIRED', said: null })
  useEffect(() => {
    if (!answer) return
    let isHere = true
    // The code is used up: removes it from the browser's history.
    history.replaceState(history.state, '', location.pathname)
    complete(issuerKey, answer)
      .then(async (completed) => {
        if (!isHere) return
        if (completed.outcome === 'failed') return setFailed(completed)
        void showToast(t('return.done', { name: completed.server.name }), 'good')
        if (target) await navigate({ to: '/account-admin/tools/$id', params: { id: target }, replace: true })
      })
      .catch((failure: unknown) => isHere && setFailed({ failure }))
    return () => {
      isHere = false
    }
  }, [answer, issuerKey, navigate, t, target])
  if (!failed)
    return (
      <p className={styles.waiting} role="status">
        <Loader size="sm" /> {t('return.title')}
      </p>
    )
  const to = target ?? account?.id
  return (
    <EmptyState
      icon={<IconPlugX size={24} stroke={1.6} />}
      title={t('return.failed')}
      text={textOf(failed, t)}
      action={
        to && (
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/account-admin/tools/$id" params={{ id: to }} {...props} />}
          >
            {t('return.back')}
          </Button>
        )
      }
    />
  )
}

function textOf(failed: Failed, t: ReturnType<typeof useTranslation<'toolServers'>>['t']): string {
  if ('failure' in failed) return errorText(failed.failure)
  const { problem, said } = failed
  // Isolated: it may be written in another direction.
  const quoted = said === null ? null : t('return.said', { said: `\u2068${said}\u2069` })
  return [t(`signIn.problem.${problem}`), quoted].filter((text) => text !== null).join(' ')
}
