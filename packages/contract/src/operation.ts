import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { SignInProvider } from './openid.ts'

/** What the running product tells every browser (LIFE-01). Both are null while nothing is announced. */
export const AppConfig = z.strictObject({
  downtimeSettings: z
    .strictObject({
      downTimeStart: z.iso.datetime(),
      downTimeEnd: z.iso.datetime(),
      notificationId: z.string(),
      notificationWindowHours: z.number().default(2),
      timerMessage: z.string(),
      dialogTitle: z.string(),
      dialogMessage: z.string(),
    })
    .nullable(),
  forceLogoutCookieSettings: z
    .strictObject({ forceLogout: z.boolean(), version: z.string(), clearForceLogout: z.boolean() })
    .nullable(),
  mainApiUrl: z.string(),
  streamApiUrl: z.string(),
  feedbackFormUrl: z.string().nullable(),
  /** What the sign-in screens offer: the form of email and password, and a button for each provider. */
  signIn: z.strictObject({ byPassword: z.boolean(), providers: z.array(SignInProvider) }),
})
export type AppConfig = z.infer<typeof AppConfig>

export const getAppConfig = endpoint({
  name: 'getAppConfig',
  host: 'root',
  method: 'GET',
  path: '/app-config.json',
  caller: 'anyone',
  summary:
    'Configuration of the running product for browsers. The query is a time stamp that defeats caches.',
  query: z.record(z.string().regex(/^\d{0,20}$/), z.string()),
  reply: { json: AppConfig },
  errors: [],
})
export const getHealth = endpoint({
  name: 'getHealth',
  host: 'root',
  method: 'GET',
  path: '/healthz',
  caller: 'anyone',
  summary: 'The process is alive.',
  reply: { json: z.strictObject({ status: z.literal('alive') }) },
  errors: [],
})
export const getReadiness = endpoint({
  name: 'getReadiness',
  host: 'root',
  method: 'GET',
  path: '/readyz',
  caller: 'anyone',
  summary: 'The process can serve: the database answers and it is not stopping.',
  reply: { json: z.strictObject({ status: z.literal('ready') }) },
  errors: ['UNAVAILABLE'],
})
export const getOpenApi = endpoint({
  name: 'getOpenApi',
  host: 'main',
  method: 'GET',
  path: '/openapi.json',
  caller: 'signed-in',
  summary: 'This description, made from the contract (OpenAPI 3.1).',
  reply: { json: z.record(z.string(), z.unknown()) },
  errors: [],
})
export const operationEndpoints = { getAppConfig, getHealth, getReadiness, getOpenApi }
