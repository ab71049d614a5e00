import { Avatar, ErrorState } from '@atrium/ui'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../lib/translate.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { errorDetail } from '../../lib/text/error-text.ts'
import { dateLocale } from '../../lib/text/date-locale.ts'
import fullPage from '../../lib/navigation/full-page.module.css'
import { usePageTitle } from '../../lib/navigation/page-title.ts'
import { useStore } from '../../lib/store.ts'
import { signInStep, SignInStepScreen } from '../identity/index.ts'
import { useAuthState } from '../../lib/session/use-session.ts'
import { Brand } from '../pages/index.ts'
import { LookAndLanguage } from '../preferences/index.ts'
import styles from './accounts.module.css'
import { inviteQuery } from './invites-queries.ts'
import { JoinSignedIn } from './join-signed-in.tsx'
import { JoinSignedOut } from './join-signed-out.tsx'
import type { ShownInvite } from './opened-invite.ts'
import { whoInvited } from './who-invited.ts'

/** The page of a public link or a mailed invitation. Joining requires a click (ACC-06). */
export function JoinScreen({ token }: { token: string }) {
  const { t } = useTranslation(['invites', 'common'])
  usePageTitle(t('join.page'))
  const invite = useQuery(inviteQuery(token))
  const step = useStore(signInStep)
  if (step) return <SignInStepScreen step={step} />
  return (
    <div className={fullPage.page}>
      <header className={fullPage.head}>
        <Brand />
      </header>
      <main className={styles.main}>
        {invite.isPending && (
          <div role="status" aria-label={t('common:loading')}>
            <Skeleton height={72} width={72} radius="lg" mb="lg" />
            <Skeleton height={36} width="80%" mb="md" />
            <Skeleton height={16} width="60%" />
          </div>
        )}
        {invite.isError && (!invite.data || isFinal(invite.error)) ? (
          <ErrorState
            title={t('join.notValid')}
            text={errorDetail(invite.error)}
            action={<WayOn canRetry={!isFinal(invite.error)} onRetry={() => void invite.refetch()} />}
          />
        ) : (
          invite.data && <Invited token={token} invite={invite.data} />
        )}
      </main>
      <LookAndLanguage />
    </div>
  )
}

/** Whether a retry is pointless: the invitation has ended, or never existed. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && (error.code === 'INVITE_NOT_VALID' || error.code === 'INVALID_INPUT')

function WayOn({ canRetry, onRetry }: { canRetry: boolean; onRetry: () => void }) {
  const { t } = useTranslation('common')
  return canRetry ? (
    <Button variant="default" onClick={onRetry}>
      {t('action.tryAgain')}
    </Button>
  ) : (
    <Button renderRoot={(props) => <Link {...props} to="/accounts" />}>{t('action.goToRooms')}</Button>
  )
}

function Invited({ token, invite }: { token: string; invite: ShownInvite }) {
  const { t } = useTranslation(['invites', 'accounts'])
  const isSignedIn = useAuthState().status === 'authenticated'
  const { accountName: account } = invite
  const until = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'long' })
  return (
    <>
      <div className={styles.joinLogo}>
        <Avatar name={account} imageUrl={invite.logoUrl} size={72} shape="square" decorative />
      </div>
      <h1 className={styles.title}>
        {t('join.title')} <bdi>{account}</bdi>
      </h1>
      <p className={styles.text}>
        {whoInvited(invite, t)}
        <span className={styles.joinFacts}>
          <span>{t('accounts:members', { count: invite.memberCount })}</span>
          <span>{t('join.until', { date: until.format(new Date(invite.expiresAt)) })}</span>
        </span>
      </p>
      {isSignedIn ? (
        <JoinSignedIn token={token} invite={invite} />
      ) : (
        <JoinSignedOut token={token} invite={invite} />
      )}
    </>
  )
}
