import { Button } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { MessagePage } from './message-page.tsx'
import { ForbiddenPage, NotFoundPage } from './pages.tsx'

/** What shows when a page could not be loaded: by the kind of failure, with a way to try again. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  const router = useRouter()
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />
  if (error instanceof ApiError && error.status === 403) return <ForbiddenPage />
  const tryAgain = () => {
    reset()
    void router.invalidate()
  }
  const action = (
    <Button size="md" onClick={tryAgain}>
      {t('action.tryAgain')}
    </Button>
  )
  const text = error instanceof ApiError && error.status === 0 ? errorText(error) : t('page.serverError.text')
  return <MessagePage role="alert" title={t('page.serverError.title')} text={text} action={action} />
}
