import { useTranslation } from 'react-i18next'
import { MessagePage } from './message-page.tsx'

/** Pages that say one thing. Each is drawn alone, outside the frame of the product. */
export function NotFoundPage() {
  const { t } = useTranslation()
  return <MessagePage code="404" title={t('page.notFound.title')} text={t('page.notFound.text')} />
}

export function ForbiddenPage() {
  const { t } = useTranslation()
  return <MessagePage code="403" title={t('page.forbidden.title')} text={t('page.forbidden.text')} />
}

export function ServerErrorPage() {
  const { t } = useTranslation()
  return <MessagePage code="500" title={t('page.serverError.title')} text={t('page.serverError.text')} />
}
