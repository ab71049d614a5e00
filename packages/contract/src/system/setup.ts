import { z } from 'zod'
import { dataReply, endpoint } from '../endpoint.ts'
import { ProviderProblem, ProviderToTest } from '../models/providers.ts'
import { SearchKind, webSearchProblems } from '../chats/web-search.ts'
import { Email, Line } from '../text/text.ts'

export const claimSetup = endpoint({
  name: 'claimSetup',
  host: 'main',
  method: 'POST',
  path: '/system/setup/claim',
  caller: 'signed-in',
  summary:
    'Makes the caller the first system administrator, by the token of the setup link that the server printed at its start. Works once, for one person.',
  body: z.strictObject({ token: z.string().max(200, 'A token has at most 200 characters.') }),
  holdsSecret: true,
  reply: { json: dataReply(z.strictObject({ isSystemAdmin: z.literal(true) })) },
  errors: ['INVALID_INPUT', 'SETUP_LINK_NOT_VALID'],
})

/** Who may sign up: everybody, people with an invitation, nobody. */
export const SignUpMode = z.enum(['open', 'invited-only', 'closed'])
export type SignUpMode = z.infer<typeof SignUpMode>

/** The source of a setting. The environment overrides the page, so that an operator can always undo the page. */
const SettingSource = z.enum(['environment', 'page', 'default'])
export type SettingSource = z.infer<typeof SettingSource>

/** The steps of the first setup, in order. */
export const setupSteps = ['models', 'mail', 'signUp', 'branding', 'team'] as const
export const SetupStep = z.enum(setupSteps)
export type SetupStep = z.infer<typeof SetupStep>
const SetupStepState = z.enum(['open', 'done', 'skipped'])

/** The name that replaces the product's on pages outside the teams, such as the sign-in page. */
const InstallationName = Line(40)

export const MailServer = z.strictObject({
  host: z
    .string()
    .trim()
    .regex(/^[\w.:-]{1,253}$/, 'This should be a host name or an IP address.'),
  port: z
    .int('This should be a port number.')
    .min(1, 'A port is at least 1.')
    .max(65535, 'A port is at most 65535.'),
  /** `tls` from the first byte (usually port 465); `starttls` upgrades where the server offers it (usually 587 or 25). */
  security: z.enum(['starttls', 'tls']),
  /** Empty for a server that needs no authentication. */
  username: z.string().trim().max(254, 'A user name has at most 254 characters.'),
  from: Email,
})
export type MailServer = z.infer<typeof MailServer>

/** `password`: omitted to keep the stored one, which is only sent to its host and user name. */
const MailServerInput = MailServer.extend({
  password: z.string().max(1000, 'A password has at most 1,000 characters.').optional(),
})
export type MailServerInput = z.infer<typeof MailServerInput>

export const SearchService = z.strictObject({
  kind: SearchKind,
  baseUrl: z
    .string()
    .trim()
    .max(300, 'This can have at most 300 characters.')
    .refine(
      (text) =>
        URL.canParse(text) &&
        /^https?:$/.test(new URL(text).protocol) &&
        `${new URL(text).username}${new URL(text).password}${new URL(text).search}${new URL(text).hash}` ===
          '',
      'This should be an address that starts with http:// or https://, without name, password, query or #.',
    ),
})
export type SearchService = z.infer<typeof SearchService>

/** `key`: omitted to keep the stored one, which is only sent to its host; SearXNG needs none. */
export const SearchServiceInput = SearchService.extend({
  key: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,500}$/, 'A key is one line of visible characters without blanks.')
    .optional(),
})
export type SearchServiceInput = z.infer<typeof SearchServiceInput>

export const SystemSettings = z.strictObject({
  signUp: z.strictObject({ value: SignUpMode, source: SettingSource }),
  /** `server` is null when the environment sets it (its parts are not shown) or mail goes to the sandbox inbox. */
  mail: z.strictObject({
    source: z.enum(['environment', 'page', 'sandbox', 'none']),
    server: MailServer.nullable(),
    hasPassword: z.boolean(),
  }),
  /** `service` is null unless the page sets it; `name` is that of the service in use. */
  webSearch: z.strictObject({
    source: z.enum(['environment', 'page', 'sandbox', 'none']),
    name: z.string().nullable(),
    service: SearchService.nullable(),
    hasKey: z.boolean(),
  }),
  branding: z.strictObject({ name: z.string().nullable(), logoUrl: z.string().nullable() }),
  setup: z.strictObject({ steps: z.record(SetupStep, SetupStepState), isFinished: z.boolean() }),
})
export type SystemSettings = z.infer<typeof SystemSettings>

export const getSystemSettings = endpoint({
  name: 'getSystemSettings',
  host: 'main',
  method: 'GET',
  path: '/system/settings',
  caller: 'system-admin',
  summary:
    'Returns the settings that system administrators change while Atrium runs, the source of each, and the progress of the setup.',
  reply: { json: dataReply(SystemSettings) },
  errors: [],
})

/** 128 KiB of picture, as base64. */
const maxLogoBase64 = 175_000

export const SystemSettingChanges = z.strictObject({
  signUp: SignUpMode.optional(),
  /** Null deletes the page's mail server. */
  mail: MailServerInput.nullable().optional(),
  /** Null deletes the page's search service. */
  webSearch: SearchServiceInput.nullable().optional(),
  branding: z
    .strictObject({
      name: InstallationName.nullable().optional(),
      /** A PNG or JPEG of at most 128 KiB, as base64; null for none. */
      logo: z
        .string()
        .max(maxLogoBase64, 'The picture can have at most 128 KB.')
        .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'This should be base64.')
        .nullable()
        .optional(),
    })
    .optional(),
  setup: z
    .strictObject({
      steps: z.partialRecord(SetupStep, SetupStepState).optional(),
      isFinished: z.boolean().optional(),
    })
    .optional(),
})
export type SystemSettingChanges = z.infer<typeof SystemSettingChanges>

export const changeSystemSettings = endpoint({
  name: 'changeSystemSettings',
  host: 'main',
  method: 'PATCH',
  path: '/system/settings',
  caller: 'system-admin',
  summary:
    'Changes the given settings; every process applies them at once. A setting of the environment cannot be changed here.',
  body: SystemSettingChanges,
  holdsSecret: true,
  reply: { json: dataReply(SystemSettings) },
  errors: ['INVALID_INPUT', 'FILE_NOT_SUPPORTED', 'SET_BY_ENVIRONMENT'],
})

/** Why a test mail was refused. */
export const mailProblems = [
  'NO_SUCH_HOST',
  'NOT_REACHED',
  'TIMED_OUT',
  'NOT_ENCRYPTED_RIGHT',
  'SIGN_IN_REFUSED',
  'SENDER_REFUSED',
  'RECIPIENT_REFUSED',
  'NOT_A_MAIL_SERVER',
] as const
export const MailTest = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('sent'), recipient: z.string() }),
  z.strictObject({ outcome: z.literal('failed'), problem: z.enum(mailProblems) }),
])
export type MailTest = z.infer<typeof MailTest>

export const testMail = endpoint({
  name: 'testMail',
  host: 'main',
  method: 'POST',
  path: '/system/mail/test',
  caller: 'system-admin',
  summary: 'Sends one mail to the caller through the given mail server, without storing anything.',
  body: MailServerInput,
  holdsSecret: true,
  reply: { json: dataReply(MailTest) },
  errors: ['INVALID_INPUT', 'RATE_LIMITED'],
})

export const WebSearchTest = z.discriminatedUnion('outcome', [
  /** `count`: results of a test query. */
  z.strictObject({ outcome: z.literal('answered'), count: z.int() }),
  z.strictObject({
    outcome: z.literal('failed'),
    problem: z.enum([...webSearchProblems, 'ADDRESS_NOT_ALLOWED']),
  }),
])
export type WebSearchTest = z.infer<typeof WebSearchTest>

export const testWebSearch = endpoint({
  name: 'testWebSearch',
  host: 'main',
  method: 'POST',
  path: '/system/web-search/test',
  caller: 'system-admin',
  summary:
    'Searches once with the given service, without storing anything. Counts as a connection test of the day.',
  body: SearchServiceInput,
  holdsSecret: true,
  reply: { json: dataReply(WebSearchTest) },
  errors: ['INVALID_INPUT', 'RATE_LIMITED'],
})

export const ModelTiming = z.discriminatedUnion('outcome', [
  /** Milliseconds from the request to the first word. */
  z.strictObject({ outcome: z.literal('answered'), firstWordMs: z.int() }),
  z.strictObject({ outcome: z.literal('failed'), problem: ProviderProblem }),
])
export type ModelTiming = z.infer<typeof ModelTiming>

export const timeModel = endpoint({
  name: 'timeModel',
  host: 'main',
  method: 'POST',
  path: '/system/providers/time',
  caller: 'system-admin',
  summary:
    'Asks one model of a provider for a word and measures the time to its first word. At most 100 per day.',
  body: ProviderToTest.extend({ model: Line(120) }),
  holdsSecret: true,
  reply: { json: dataReply(ModelTiming) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'RATE_LIMITED'],
})

export const getInstallationLogo = endpoint({
  name: 'getInstallationLogo',
  host: 'main',
  method: 'GET',
  path: '/files/installation/:name',
  caller: 'anyone',
  summary: "Returns the installation's logo, by the hash of its bytes; cached for a year.",
  params: z.strictObject({ name: z.string().regex(/^[0-9a-f]{32}\.(png|jpg)$/) }),
  reply: { other: ['image/png', 'image/jpeg'] },
  errors: ['NOT_FOUND'],
})

export const setupEndpoints = {
  claimSetup,
  getSystemSettings,
  changeSystemSettings,
  testMail,
  testWebSearch,
  timeModel,
  getInstallationLogo,
}
