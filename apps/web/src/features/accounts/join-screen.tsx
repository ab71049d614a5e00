import { Avatar, ErrorState } from '@atrium/ui'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { session } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { FailureNote } from '../identity/failure-note.tsx'
import { signOut } from '../identity/sign-out.ts'
import { useAuthState } from '../identity/use-session.ts'
import { useSubmit } from '../identity/use-submit.ts'
import { Brand } from '../pages/brand.tsx'
import { LookAndLanguage } from '../preferences/look-and-language.tsx'
import styles from './accounts.module.css'
import { inviteQuery, joinBy } from './invites-queries.ts'
import { switchAccount } from './queries.ts'

/** Where a public link or a mailed invitation leads: what one would join. Joining takes a click (ACC-06). */
export function JoinScreen({ token }: { token: string }) {
  const { t } = useTranslation(['invites', 'common'])
  usePageTitle(t('join.page'))
  const invite = useQuery(inviteQuery(token))
  return (
    <div className={styles.page}>
      <header className={styles.head}>
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
        {invite.isError && !invite.data && (
          <ErrorState
            title={t('join.notValid')}
            text={errorText(invite.error)}
            action={<WayOn canRetry={!isFinal(invite.error)} onRetry={() => void invite.refetch()} />}
          />
        )}
        {invite.data && <Invited token={token} invite={invite.data} />}
      </main>
      <LookAndLanguage />
    </div>
  )
}

/** Whether asking again would bring nothing else: the invitation is over, or never was. */
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

type Shown = {
  accountName: string
  logoUrl: string | null
  inviterName: string | null
  memberCount: number
  expiresAt: string
}

function Invited({ token, invite }: { token: string; invite: Shown }) {
  const { t } = useTranslation(['invites', 'accounts'])
  const { accountName: account, inviterName } = invite
  const until = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'long' })
  return (
    <>
      <div className={styles.joinLogo}>
        <Avatar name={account} imageUrl={invite.logoUrl} size={72} shape="square" decorative />
      </div>
      <h1 className={styles.title}>
        {t('join.title')} <bdi>{account}</bdi>
      </h1>
      <p className={styles.text}>
        {inviterName === null ? t('invited') : t('invitedBy', { name: inviterName })}
        <span className={styles.joinFacts}>
          <span>{t('accounts:members', { count: invite.memberCount })}</span>
          <span>{t('join.until', { date: until.format(new Date(invite.expiresAt)) })}</span>
        </span>
      </p>
      <Joining token={token} account={account} />
    </>
  )
}

function Joining({ token, account }: { token: string; account: string }) {
  const { t } = useTranslation('invites')
  const state = useAuthState()
  const returnTo = useLocation({ select: ({ pathname }) => pathname })
  const navigate = useNavigate()
  const { form, submit, isSending, failure } = useSubmit(
    () => ({}),
    async () => {
      switchAccount((await joinBy(token)).id)
      await navigate({ to: '/chat' })
    },
  )
  const isKnown = state.status !== 'authenticated' || state.user.info !== null
  useEffect(() => {
    // Only the frame of the product asks who this is; without an answer the address is not told.
    if (!isKnown) session.refreshUserInfo().catch(() => undefined)
  }, [isKnown])
  if (state.status !== 'authenticated')
    return (
      <div className={styles.ways}>
        <Button size="md" renderRoot={(props) => <Link {...props} to="/auth/login" search={{ returnTo }} />}>
          {t('join.signIn')}
        </Button>
        <Button
          size="md"
          variant="default"
          renderRoot={(props) => <Link {...props} to="/auth/register" search={{ returnTo }} />}
        >
          {t('join.signUp')}
        </Button>
      </div>
    )
  if (!state.user.termsAccepted)
    return (
      <Button size="md" renderRoot={(props) => <Link {...props} to="/terms-of-use" search={{ returnTo }} />}>
        {t('join.terms')}
      </Button>
    )
  return (
    <form ref={form} onSubmit={(event) => void submit(event)}>
      <FailureNote failure={failure} />
      <div className={styles.ways}>
        <Button type="submit" size="md" loading={isSending}>
          {t('join.action', { account })}
        </Button>
        <Button variant="subtle" color="gray" size="md" disabled={isSending} onClick={() => void leave()}>
          {t('join.other')}
        </Button>
      </div>
      {state.user.info && (
        <p className={styles.signedInAs}>
          {t('join.as')} <bdi dir="ltr">{state.user.info.userName}</bdi>
        </p>
      )}
    </form>
  )

  /** To the sign-in page and back here, as somebody else. */
  async function leave() {
    await signOut()
    await navigate({ to: '/auth/login', search: { returnTo } })
  }
}
