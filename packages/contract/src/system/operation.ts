import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { SignInProvider } from '../identity/openid.ts'
import { DowntimeSettings, ForceLogoutSettings } from './notices.ts'

/** Announcements of the running product to every browser (LIFE-01). Both are null when there are none. */
export const AppConfig = z.strictObject({
  downtimeSettings: DowntimeSettings.nullable(),
  forceLogoutCookieSettings: ForceLogoutSettings.nullable(),
  mainApiUrl: z.string(),
  streamApiUrl: z.string(),
  feedbackFormUrl: z.string().nullable(),
  /** For feedback and questions when there is no form. */
  supportEmail: z.string().nullable(),
  /** Whether plans and credits are for sale. */
  payments: z.enum(['off', 'on']),
  /** Name and logo that replace the product's on pages outside the teams; null for the product's own. */
  installation: z.strictObject({ name: z.string().nullable(), logoUrl: z.string().nullable() }),
  /** The ways of signing in: the form of email and password, and a button for each provider. */
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
    "Returns the running product's configuration for browsers. The query is a time stamp that defeats caches.",
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
  summary: 'Reports that the process is alive, and its disk space: low below 10 % free, critical below 1 GB.',
  reply: {
    json: z.strictObject({ status: z.literal('alive'), disk: z.enum(['ok', 'low', 'critical', 'full']) }),
  },
  errors: [],
})
export const getReadiness = endpoint({
  name: 'getReadiness',
  host: 'root',
  method: 'GET',
  path: '/readyz',
  caller: 'anyone',
  summary:
    'Reports whether the process can serve: the database accepts writes and the process is not stopping.',
  reply: { json: z.strictObject({ status: z.literal('ready') }) },
  errors: ['UNAVAILABLE'],
})
export const getOpenApi = endpoint({
  name: 'getOpenApi',
  host: 'main',
  method: 'GET',
  path: '/openapi.json',
  caller: 'signed-in',
  summary: 'Returns this description, generated from the contract (OpenAPI 3.1).',
  reply: { json: z.record(z.string(), z.unknown()) },
  errors: [],
})
export const operationEndpoints = { getAppConfig, getHealth, getReadiness, getOpenApi }
