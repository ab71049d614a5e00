import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { withPhrases } from '../../lib/phrases.ts'
import { useTranslation } from '../../lib/translate.ts'
import { MessagePage } from './message-page.tsx'
import styles from './message-page.module.css'

export function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <MessagePage scene="empty" code="404" title={t('page.notFound.title')} text={t('page.notFound.text')} />
  )
}

export function ForbiddenPage() {
  const { t } = useTranslation()
  return (
    <MessagePage
      scene="closed"
      code="403"
      title={t('page.forbidden.title')}
      text={t('page.forbidden.text')}
    />
  )
}

export function ServerErrorPage() {
  const { t } = useTranslation()
  return (
    <MessagePage
      scene="broken"
      code="500"
      title={t('page.serverError.title')}
      text={t('page.serverError.text')}
    />
  )
}

export function ComingSoonPage() {
  const { t } = useTranslation()
  return <MessagePage scene="planned" title={t('page.comingSoon.title')} text={t('page.comingSoon.text')} />
}

const WaitingListForm = lazy(() =>
  withPhrases(import('./waiting-list-form.tsx'), 'invites').then((module) => ({
    default: module.WaitingListForm,
  })),
)

/** Where sign-up is refused (AUTH-10), with a place on the waiting list. */
export function EarlyAccessFullPage() {
  const { t } = useTranslation()
  const action = (
    <>
      <Suspense fallback={<div className={styles.formWaiting} />}>
        <WaitingListForm />
      </Suspense>
      <Button component={Link} to="/auth/login" size="md" variant="subtle">
        {t('page.earlyAccessFull.action')}
      </Button>
    </>
  )
  return (
    <MessagePage
      scene="full"
      title={t('page.earlyAccessFull.title')}
      text={t('page.earlyAccessFull.text')}
      action={action}
    />
  )
}
