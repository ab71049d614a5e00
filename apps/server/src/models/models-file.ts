import { OfferedModel } from '@atrium/contract'
import { z } from 'zod'
import { strengths } from './route-question.ts'

/** The wire formats that are spoken. `azure-responses` and `openai-responses` are the vendors' Responses API. */
export const protocols = [
  'openai',
  'openai-responses',
  'anthropic',
  'google',
  'azure',
  'azure-responses',
  'mistral',
  'openai-compatible',
] as const
export type Protocol = (typeof protocols)[number]

const name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{0,60}$/, 'should be a name of small letters, digits, dots and hyphens')
const line = (most: number) =>
  z.string().trim().min(1, 'should not be empty').max(most, `should have at most ${most} characters`)
const variable = z
  .string()
  .regex(
    /^\$\{[A-Z][A-Z0-9_]*\}$/,
    'should name an environment variable, as in ${OPENAI_API_KEY}; a key itself never stands in this file',
  )
const address = z
  .string()
  .regex(
    /^(https?:\/\/|\$\{[A-Z][A-Z0-9_]*\})\S*$/,
    'should be a URL that starts with http:// or https://, or a variable such as ${OPENAI_BASE_URL}',
  )

export const ProviderRow = z.strictObject({
  name,
  displayName: line(60),
  protocol: z.enum(protocols, `should be one of ${protocols.join(', ')}`),
  /** The variable that holds the key; none for a provider that wants no key. */
  key: variable.optional(),
  /** The provider is used without a key, too. */
  keyOptional: z.boolean('should be true or false').default(false),
  /** The first address whose variables are all set is taken; when there is none, the provider is not configured. */
  baseUrl: z.array(address).min(1, 'should have at least one address'),
  /** How its models are found: `models` asks the protocol's list, `ollama` an Ollama. Each becomes a model by the provider's row whose id ends with `*`. */
  discover: z.enum(['models', 'ollama'], 'should be models or ollama').optional(),
  /** Seconds without a byte until an answer counts as stalled. */
  stallSeconds: z
    .number('should be a number of seconds')
    .min(1, 'should be at least 1')
    .max(600, 'should be at most 600')
    .default(30),
  /** Its answers are made up, not by an AI model; every screen that shows them says so. */
  sandbox: z.boolean('should be true or false').default(false),
})
export type ProviderRow = z.infer<typeof ProviderRow>

const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
const effort = z.enum(efforts, `should be one of ${efforts.join(', ')}`)
export type Effort = z.infer<typeof effort>

export const ModelRow = OfferedModel.extend({
  /** What people, chats and prices know it by. With a `*` it is a pattern for every id of that form. */
  id: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,120}\*?$|^\*$/,
      'should be letters, digits and . _ : / @ -, with at most one * at its end',
    ),
  provider: name,
  /** How hard it thinks in each style; left out, the vendor's own choice. */
  effort: z.strictObject({ quick: effort.optional(), deep: effort.optional() }).default({}),
  /** What it is better at than its quality says; Auto counts it for questions of that kind. */
  goodAt: z.array(z.enum(strengths, `should be one of ${strengths.join(', ')}`)).default([]),
  /** Models that answer in its place, in this order, when its provider fails before the first word. */
  fallbacks: z.array(z.string()).default([]),
})
export type ModelRow = z.infer<typeof ModelRow>

export const ModelsFile = z.strictObject({
  /** One credit is a typical question on this model. */
  baseModel: z.string(),
  /** What is chosen in a new chat: a model's id, or auto. */
  defaultModel: z.string().default('auto'),
  providers: z.array(ProviderRow).min(1, 'should have at least one provider'),
  models: z.array(ModelRow).min(1, 'should have at least one model'),
})
export type ModelsFile = z.infer<typeof ModelsFile>
