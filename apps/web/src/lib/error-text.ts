import i18next from 'i18next'
import { ApiError, type ApiErrorCode } from './api-error.ts'

/** What to tell people about a failure, in their language. */
export const errorText = (error: unknown): string =>
  codeText(error instanceof ApiError ? error.code : 'NO_ANSWER')

/** The phrase of an error's code. A newer server may know codes that this page does not. */
export const codeText = (code: ApiErrorCode): string =>
  i18next.t(i18next.exists(`errors:${code}`) ? `errors:${code}` : 'errors:NO_ANSWER')
