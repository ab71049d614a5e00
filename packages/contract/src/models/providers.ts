import { z } from 'zod'
import { dataReply, endpoint } from '../endpoint.ts'
import { ProviderId } from '../ids.ts'
import { limits } from '../limits.ts'
import { OfferedModel } from './offered-model.ts'
import { Line } from '../text/text.ts'

/** Kinds of providers for administrators to choose. `openai` and `azure` use the Responses API. */
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

/** Why a provider could not be used; clients put it into words. */
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
  'MODEL_REFUSED',
  'PROVIDER_FAILED',
] as const
export const ProviderProblem = z.enum(providerProblems)
export type ProviderProblem = z.infer<typeof ProviderProblem>

/** A provider's status, as this server last saw it. */
const Status = z.strictObject({
  state: z.enum(['up', 'down', 'off', 'not-configured']),
  /** The problem of the last check, even while the provider still counts as up. */
  problem: ProviderProblem.nullable(),
  lookedAt: z.iso.datetime().nullable(),
})

/** A provider of the models file: read-only here. */
export const FileProvider = Status.extend({
  name: z.string(),
  displayName: z.string(),
  protocol: z.string(),
  /** Number of its offered models. */
  models: z.int(),
  /** Environment variables, one or more of which are missing, when it is not configured. */
  missing: z.array(z.string()),
  sandbox: z.boolean(),
})
export type FileProvider = z.infer<typeof FileProvider>

/** A key's facts; never the key. */
const KeyMark = z.strictObject({
  setAt: z.iso.datetime(),
  /** The last characters of a key long enough for them to reveal nothing. */
  endsWith: z.string().nullable(),
})

/** A provider added by a system administrator. */
export const AddedProvider = Status.extend({
  id: ProviderId,
  kind: ProviderKind,
  displayName: z.string(),
  baseUrl: z.string(),
  key: KeyMark.nullable(),
  stallSeconds: z.int(),
  isEnabled: z.boolean(),
  /** Number of changes: each change names the revision it is based on. */
  revision: z.int(),
  /** `isHidden`: the models file has a model of this id, which takes precedence. */
  models: z.array(OfferedModel.extend({ isHidden: z.boolean() })),
})
export type AddedProvider = z.infer<typeof AddedProvider>

const providerActions = ['added', 'changed', 'key-changed', 'switched-on', 'switched-off', 'removed'] as const

/** A system administrator's change of the providers. */
const ProviderChange = z.strictObject({
  at: z.iso.datetime(),
  /** The current name, 'Deleted user' once they are erased; null without a name. */
  actorName: z.string().nullable(),
  action: z.enum(providerActions),
  providerName: z.string(),
})
export type ProviderChange = z.infer<typeof ProviderChange>

export const Providers = z.strictObject({
  file: z.array(FileProvider),
  added: z.array(AddedProvider),
  /** A running Ollama at its usual address that is not used yet. */
  foundOllama: z.strictObject({ baseUrl: z.string(), models: z.int() }).nullable(),
  /** The basis of prices in credits: dollars of one credit, tokens of a typical question. */
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
  .max(limits.maxModelsPerProvider, `At most ${limits.maxModelsPerProvider} models can be offered.`)

const byId = z.strictObject({ providerId: ProviderId })
const address = { kind: ProviderKind, baseUrl: Address }

export const listProviders = endpoint({
  name: 'listProviders',
  host: 'main',
  method: 'GET',
  path: '/system/providers',
  caller: 'system-admin',
  summary:
    'Lists the model providers: those of the models file, added ones, and their status as this server sees it.',
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
  summary: 'Adds a provider with its offered models, which people can use at once.',
  body: ProviderToAdd,
  holdsSecret: true,
  reply: { status: 201, json: dataReply(AddedProvider) },
  errors: ['INVALID_INPUT', 'CONFLICT', 'TOO_MANY_PROVIDERS'],
})

export const ProviderChanges = z.strictObject({
  /** The revision that the change is based on; CONFLICT when it is outdated. */
  revision: z.int(),
  kind: ProviderKind.optional(),
  baseUrl: Address.optional(),
  displayName: Line(60).optional(),
  /** A new key, or null for none. The stored one is only sent to its host: a new host requires a new key. */
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
  summary: 'Changes the given fields. Running answers continue unchanged.',
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
  summary: 'Removes a provider with its key and models, at any revision. Running answers complete.',
  params: byId,
  reply: { status: 204 },
  errors: ['NOT_FOUND'],
})

export const ProviderToTest = z.strictObject({
  ...address,
  key: Key.optional(),
  /** The provider whose stored key to use by default; only for its host. */
  providerId: ProviderId.optional(),
})
export type ProviderToTest = z.infer<typeof ProviderToTest>

/** `models` are suggestions, with what is known of each. */
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
  summary: 'Tests a provider without storing anything: lists its models, or returns the problem.',
  body: ProviderToTest,
  holdsSecret: true,
  reply: { json: dataReply(ProviderTest) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'RATE_LIMITED'],
})

export const providerEndpoints = { listProviders, addProvider, changeProvider, removeProvider, testProvider }
