import { z } from 'zod'
import { dataReply, endpoint } from './endpoint.ts'
import { ProviderId } from './ids.ts'
import { limits } from './limits.ts'
import { OfferedModel } from './offered-model.ts'
import { Line } from './text.ts'

/** What a provider can be, as administrators choose it. `openai` and `azure` are spoken to by the Responses API. */
export const providerKinds = [
  'openai',
  'anthropic',
  'google',
  'azure',
  'mistral',
  'openai-compatible',
  'ollama',
] as const
export const ProviderKind = z.enum(providerKinds, `This should be one of ${providerKinds.join(', ')}.`)
export type ProviderKind = z.infer<typeof ProviderKind>

/** Why a provider could not be used, put into words by the client. */
export const providerProblems = [
  'KEY_REFUSED',
  'KEY_MISSING',
  'KEY_UNREADABLE',
  'NO_SUCH_HOST',
  'NOT_REACHED',
  'TIMED_OUT',
  'NOT_ENCRYPTED_RIGHT',
  'ADDRESS_NOT_ALLOWED',
  'NOT_THIS_PROTOCOL',
  'RATE_LIMITED',
  'PROVIDER_FAILED',
] as const
export const ProviderProblem = z.enum(providerProblems)
export type ProviderProblem = z.infer<typeof ProviderProblem>

/** How a provider stands, as this server saw it last. */
const Standing = z.strictObject({
  state: z.enum(['up', 'down', 'off', 'not-configured']),
  /** What was wrong at the last look, also when one failure is still forgiven. */
  problem: ProviderProblem.nullable(),
  lookedAt: z.iso.datetime().nullable(),
})

/** A provider of the file of models: read only here. */
export const FileProvider = Standing.extend({
  name: z.string(),
  displayName: z.string(),
  protocol: z.string(),
  /** Models of it that are offered now. */
  models: z.int(),
  /** Environment variables, one or more of which are missing, when it is not configured. */
  missing: z.array(z.string()),
  sandbox: z.boolean(),
})
export type FileProvider = z.infer<typeof FileProvider>

/** What is told of a key; never the key. */
const KeyMark = z.strictObject({
  setAt: z.iso.datetime(),
  /** The last characters of a key that is long enough for them to say nothing of the rest. */
  endsWith: z.string().nullable(),
})

/** A provider that a system administrator has added. */
export const AddedProvider = Standing.extend({
  id: ProviderId,
  kind: ProviderKind,
  displayName: z.string(),
  baseUrl: z.string(),
  key: KeyMark.nullable(),
  stallSeconds: z.int(),
  isEnabled: z.boolean(),
  /** Counts the changes: a change says on which one it builds. */
  revision: z.int(),
  /** `isHidden`: the file of models has come to offer a model of this id, which goes before. */
  models: z.array(OfferedModel.extend({ isHidden: z.boolean() })),
})
export type AddedProvider = z.infer<typeof AddedProvider>

const providerActions = ['added', 'changed', 'key-changed', 'switched-on', 'switched-off', 'removed'] as const

/** One thing that a system administrator did to the providers. */
const ProviderChange = z.strictObject({
  at: z.iso.datetime(),
  /** Null of who has left. */
  actorName: z.string().nullable(),
  action: z.enum(providerActions),
  providerName: z.string(),
})
export type ProviderChange = z.infer<typeof ProviderChange>

export const Providers = z.strictObject({
  file: z.array(FileProvider),
  added: z.array(AddedProvider),
  /** An Ollama that answers on its usual address and is not used yet. */
  foundOllama: z.strictObject({ baseUrl: z.string(), models: z.int() }).nullable(),
  /** What prices in credits are reckoned from: dollars of one credit, tokens of a typical question. */
  pricing: z.strictObject({ creditUsd: z.number(), inputTokens: z.int(), outputTokens: z.int() }),
  /** The last ones, newest first. */
  changes: z.array(ProviderChange),
})
export type Providers = z.infer<typeof Providers>

const Address = z
  .string()
  .trim()
  .max(300, 'This can have at most 300 characters.')
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'This should be an address that starts with http:// or https://.',
  )
  .refine((text) => {
    if (!URL.canParse(text)) return true
    const { username, password, search, hash } = new URL(text)
    return username === '' && password === '' && search === '' && hash === ''
  }, 'An address should have no name, password, query or #.')

const Key = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,2000}$/, 'A key is one line of visible characters without blanks.')

const stallSeconds = z
  .int('This should be a whole number of seconds.')
  .min(1, 'This should be from 1 to 600.')
  .max(600, 'This should be from 1 to 600.')
const models = z
  .array(OfferedModel)
  .max(limits.modelsPerProviderAtMost, `At most ${limits.modelsPerProviderAtMost} models can be offered.`)

const byId = z.strictObject({ providerId: ProviderId })
const address = { kind: ProviderKind, baseUrl: Address }

export const listProviders = endpoint({
  name: 'listProviders',
  host: 'main',
  method: 'GET',
  path: '/system/providers',
  caller: 'system-admin',
  summary:
    'The providers of models: those of the file of models, those that were added, and how they stand as this server sees them.',
  reply: { json: dataReply(Providers) },
  errors: [],
})

export const ProviderToAdd = z.strictObject({
  ...address,
  displayName: Line(60),
  key: Key.optional(),
  stallSeconds: stallSeconds.default(60),
  models,
})
export type ProviderToAdd = z.infer<typeof ProviderToAdd>

export const addProvider = endpoint({
  name: 'addProvider',
  host: 'main',
  method: 'POST',
  path: '/system/providers',
  caller: 'system-admin',
  summary: 'Adds a provider with the models of it that are offered. People can ask them at once.',
  body: ProviderToAdd,
  holdsSecret: true,
  reply: { status: 201, json: dataReply(AddedProvider) },
  errors: ['INVALID_INPUT', 'CONFLICT', 'TOO_MANY_PROVIDERS'],
})

export const ProviderChanges = z.strictObject({
  /** The revision that the change builds on; when another came in between, it is refused (CONFLICT). */
  revision: z.int(),
  kind: ProviderKind.optional(),
  baseUrl: Address.optional(),
  displayName: Line(60).optional(),
  /** A new key, or null for none. The kept one goes only to the host that it was given for: a new host wants a key anew. */
  key: Key.nullable().optional(),
  stallSeconds: stallSeconds.optional(),
  isEnabled: z.boolean('This should be true or false.').optional(),
  models: models.optional(),
})
export type ProviderChanges = z.infer<typeof ProviderChanges>

export const changeProvider = endpoint({
  name: 'changeProvider',
  host: 'main',
  method: 'PATCH',
  path: '/system/providers/:providerId',
  caller: 'system-admin',
  summary: 'Changes what is given and leaves the rest. Answers that are being written go on as they began.',
  params: byId,
  body: ProviderChanges,
  holdsSecret: true,
  reply: { json: dataReply(AddedProvider) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'CONFLICT'],
})

export const removeProvider = endpoint({
  name: 'removeProvider',
  host: 'main',
  method: 'DELETE',
  path: '/system/providers/:providerId',
  caller: 'system-admin',
  summary:
    'Removes a provider, its key and its models, whatever its revision. Answers that are being written come to their end.',
  params: byId,
  reply: { status: 204 },
  errors: ['NOT_FOUND'],
})

export const ProviderToTest = z.strictObject({
  ...address,
  key: Key.optional(),
  /** Whose kept key is used when none is given; only for the host that it was given for. */
  providerId: ProviderId.optional(),
})
export type ProviderToTest = z.infer<typeof ProviderToTest>

/** `models` are suggestions to offer, with what is known of each. */
export const ProviderTest = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('answered'), models: z.array(OfferedModel) }),
  z.strictObject({ outcome: z.literal('failed'), problem: ProviderProblem }),
])
export type ProviderTest = z.infer<typeof ProviderTest>

export const testProvider = endpoint({
  name: 'testProvider',
  host: 'main',
  method: 'POST',
  path: '/system/providers/test',
  caller: 'system-admin',
  summary: 'Asks a provider for its models, without keeping anything: lists them, or says what is wrong.',
  body: ProviderToTest,
  holdsSecret: true,
  reply: { json: dataReply(ProviderTest) },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
})

export const providerEndpoints = { listProviders, addProvider, changeProvider, removeProvider, testProvider }
