import { unavailableReasons } from '@atrium/contract'
import errors from '@atrium/phrases/en/first-page/errors.ts'
import { beforeAll, expect, test } from 'vitest'
import { ApiError, errorFromReply } from '../api/api-error.ts'
import { errorDetail, errorText } from './error-text.ts'
import { startPhrases } from '../i18n.ts'

beforeAll(async () => {
  Object.assign(globalThis, { document: { documentElement: { lang: 'en' } } })
  await startPhrases()
})
const failed = (code: ConstructorParameters<typeof ApiError>[0]['code']) =>
  errorDetail(new ApiError({ code, status: 500, message: '' }))

test.each(['NO_ANSWER', 'INTERNAL'] as const)(
  'API-02 %s adds nothing to a title that names the failure',
  (code) => {
    expect(failed(code)).toBeUndefined()
  },
)

test('API-02 an error with a reason shows it', () => {
  expect(failed('RATE_LIMITED')).toBe('Too many requests. Please try again later.')
  expect(errorDetail(new TypeError('x'))).toBeUndefined()
})

const unavailable = (reason?: string) => ({
  isError: true,
  statusCode: 503,
  code: 'UNAVAILABLE',
  message: 'Service temporarily unavailable.',
  ...(reason && { details: { reason } }),
})
const replied = (body: unknown) => errorFromReply(Response.json(body, { status: 503 }))

test.each(unavailableReasons)(
  'API-02 a service that is unavailable for %s shows the reason',
  async (reason) => {
    const error = await replied(unavailable(reason))
    expect(errorText(error)).toBe(errors[`UNAVAILABLE.${reason}`])
    expect(errorDetail(error)).toBe(errors[`UNAVAILABLE.${reason}`])
  },
)

test.each([unavailable(), unavailable('moon-phase'), '<html>'])(
  'API-02 without a known reason (%j) the general words stand',
  async (body) => expect(errorText(await replied(body))).toBe(errors.UNAVAILABLE),
)
