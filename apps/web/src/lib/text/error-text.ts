import type { UnavailableReason } from '@atrium/contract'
import { hasPhrase, translate } from '../translate.ts'
import { ApiError, type ApiErrorCode } from '../api/api-error.ts'

/** The message for a failure, in the user's language. */
export const errorText = (error: unknown): string =>
  error instanceof ApiError ? (unavailableText(error) ?? codeText(error.code)) : codeText('NO_ANSWER')

/** Why the service is unavailable, if the server gives a reason. A newer server may send unknown reasons. */
function unavailableText({ code, details }: ApiError): string | null {
  const reason = details['reason'] as UnavailableReason
  const isKnown: boolean = hasPhrase(`errors:UNAVAILABLE.${reason}`)
  return code === 'UNAVAILABLE' && isKnown ? translate(`errors:UNAVAILABLE.${reason}`) : null
}

/** Errors with a generic phrase. */
const saysNoMore: ReadonlySet<ApiErrorCode> = new Set([
  'NO_ANSWER',
  'INTERNAL',
  'METHOD_NOT_ALLOWED',
  'UNSUPPORTED_MEDIA_TYPE',
])

/** The reason of a failure, below a title that names it; undefined if it would only repeat the title. */
export const errorDetail = (error: unknown): string | undefined => {
  const code = error instanceof ApiError ? error.code : 'NO_ANSWER'
  return saysNoMore.has(code) ? undefined : errorText(error)
}

/** The phrase of an error's code. A newer server may know codes that this page does not. */
export const codeText = (code: ApiErrorCode): string =>
  translate(hasPhrase(`errors:${code}`) ? `errors:${code}` : 'errors:NO_ANSWER')
