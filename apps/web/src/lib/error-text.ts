import i18next from 'i18next'
import { ApiError } from './api-error.ts'

/** What to tell people about a failure, in their language. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return i18next.t('errors:NO_ANSWER')
  // A newer server may know codes that this page does not.
  return i18next.exists(`errors:${error.code}`)
    ? i18next.t(`errors:${error.code}`)
    : i18next.t('errors:NO_ANSWER')
}
