import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../lib/translate.ts'
import { MessagePage } from './message-page.tsx'

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

export function EarlyAccessFullPage() {
  const { t } = useTranslation()
  const action = (
    <Button component={Link} to="/auth/login" size="md">
      {t('page.earlyAccessFull.action')}
    </Button>
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
