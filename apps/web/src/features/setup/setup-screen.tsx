import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { session } from '../../lib/api/api.ts'
import fullPage from '../../lib/navigation/full-page.module.css'
import { usePageTitle } from '../../lib/navigation/page-title.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { signOut } from '../identity/index.ts'
import { useAuthState } from '../../lib/session/use-session.ts'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { Brand, NotFoundPage } from '../pages/index.ts'
import { LookAndLanguage } from '../preferences/index.ts'
import { claimSystem } from './queries.ts'
import styles from './setup.module.css'
import { forgetSetupToken, takeSetupToken } from './setup-token.ts'
import { SetupSteps } from './setup-steps.tsx'

const returnTo = '/setup'

/** The page behind the setup link: makes its visitor the first system administrator, then walks through the first settings. */
export function SetupScreen() {
  const { t } = useTranslation('setup')
  usePageTitle(t('title'))
  const state = useAuthState()
  const [token] = useState(takeSetupToken)
  const user = state.status === 'authenticated' ? state.user : null
  const isUnknown = user !== null && user.info === null
  useEffect(() => {
    if (isUnknown) void session.refreshUserInfo().catch(() => undefined)
  }, [isUnknown])
  if (user?.info && !user.info.isSystemAdmin && token === null) return <NotFoundPage />
  if (user === null && token === null) return <NotFoundPage />
  return (
    <div className={fullPage.page}>
      <header className={fullPage.head}>
        <Brand />
      </header>
      <main className={styles.main}>
        {user === null ? (
          <Stranger />
        ) : user.info?.isSystemAdmin ? (
          <SetupSteps />
        ) : user.info ? (
          <Claim token={token ?? ''} email={user.info.userName} />
        ) : null}
      </main>
      <LookAndLanguage />
    </div>
  )
}

function Intro({ text, children }: { text: string; children: React.ReactNode }) {
  const { t } = useTranslation('setup')
  return (
    <>
      <h1 className={styles.title}>{t('title')}</h1>
      <p className={styles.text}>{text}</p>
      <div className={styles.ways}>{children}</div>
    </>
  )
}

function Stranger() {
  const { t } = useTranslation('setup')
  return (
    <Intro text={t('claim.stranger')}>
      <Button size="md" renderRoot={(props) => <Link {...props} to="/auth/register" search={{ returnTo }} />}>
        {t('claim.signUp')}
      </Button>
      <Button
        size="md"
        variant="default"
        renderRoot={(props) => <Link {...props} to="/auth/login" search={{ returnTo }} />}
      >
        {t('claim.signIn')}
      </Button>
    </Intro>
  )
}

function Claim({ token, email }: { token: string; email: string }) {
  const { t } = useTranslation('setup')
  const navigate = useNavigate()
  const { form, submit, isSending, failure } = useSubmit(
    () => ({}),
    async () => {
      await claimSystem(token)
      forgetSetupToken()
      await session.reloadUserInfo()
    },
  )
  const leave = async () => {
    await signOut()
    await navigate({ to: '/auth/login', search: { returnTo } })
  }
  return (
    <form ref={form} onSubmit={(event) => void submit(event)}>
      <Intro text={t('claim.text')}>
        <Button type="submit" size="md" loading={isSending}>
          {t('claim.action')}
        </Button>
        <Button size="md" variant="subtle" color="gray" disabled={isSending} onClick={() => void leave()}>
          {t('claim.other')}
        </Button>
      </Intro>
      <FailureNote failure={failure} />
      <p className={styles.quiet}>
        {t('claim.as')} <bdi dir="ltr">{email}</bdi>
      </p>
    </form>
  )
}
