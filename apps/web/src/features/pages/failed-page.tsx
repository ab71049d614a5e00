import { Button } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useTranslation } from '../../lib/translate.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { MessagePage } from './message-page.tsx'
import { ForbiddenPage, NotFoundPage } from './pages.tsx'

/** Shown when a page could not be loaded: by kind of failure, with a retry. */
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
  return (
    <MessagePage
      scene="broken"
      role="alert"
      title={t('page.serverError.title')}
      text={text}
      action={action}
    />
  )
}
