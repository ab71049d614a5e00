import { limits, modelCategories, OfferedModel, pictureStyles, searchKinds } from '@atrium/contract'
import { z } from 'zod'
import { strengths } from '../auto/route-question.ts'

/** The supported wire protocols. `azure-responses` and `openai-responses` are the vendors' Responses API. */
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
  /** The variable with the key; none for a provider without a key. */
  key: variable.optional(),
  /** The provider also works without a key. */
  keyOptional: z.boolean('should be true or false').default(false),
  /** Uses the first address whose variables are all set; when there is none, the provider is not configured. */
  baseUrl: z.array(address).min(1, 'should have at least one address'),
  /**
   * How to discover its models: `models` uses the protocol's list, `ollama` an Ollama. Each becomes a model by the provider's row
   * whose id ends with `*`.
   */
  discover: z.enum(['models', 'ollama'], 'should be models or ollama').optional(),
  /** Seconds without a byte until an answer counts as stalled. */
  stallSeconds: z
    .number('should be a number of seconds')
    .min(1, 'should be at least 1')
    .max(600, 'should be at most 600')
    .default(30),
  /** Its answers are scripted, not by an AI model; every screen with them says so. */
  sandbox: z.boolean('should be true or false').default(false),
})
export type ProviderRow = z.infer<typeof ProviderRow>

const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
const effort = z.enum(efforts, `should be one of ${efforts.join(', ')}`)
export type Effort = z.infer<typeof effort>

const usdEach = z
  .number('should be US dollars for one picture, as a number')
  .min(0, 'should not be negative')
  .max(1_000, 'should be at most 1,000')
const pictureCount = z
  .int('should be a whole number of pictures')
  .min(1, 'should be at least 1')
  .max(limits.maxPictures, `should be at most ${limits.maxPictures}`)

/** Options and prices of a picture model. */
const PictureRow = z.strictObject({
  /** Maximum pictures per question. */
  most: pictureCount,
  /** Maximum pictures per vendor request; the vendor package's value by default. */
  perRequest: pictureCount.optional(),
  /** The first is the default. */
  sizes: z
    .array(
      z.strictObject({
        size: z
          .string()
          .regex(/^[1-9]\d{1,3}x[1-9]\d{1,3}$/, 'should be pixels, width by height, as in 1024x1536'),
        /** For a vendor that takes an aspect ratio instead of pixels. */
        aspectRatio: z
          .string()
          .regex(/^\d{1,2}:\d{1,2}$/, 'should be a form such as 16:9')
          .optional(),
        price: usdEach,
      }),
    )
    .min(1, 'should have at least one size'),
  styles: z
    .array(z.enum(pictureStyles, `should be one of ${pictureStyles.join(', ')}`))
    .default([...pictureStyles]),
  /** OpenAI's quality setting, which determines the price; its own choice by default. */
  quality: z.enum(['low', 'medium', 'high'], 'should be low, medium or high').optional(),
  /** OpenAI's output format; the vendor's choice by default. */
  format: z.enum(['png', 'jpeg', 'webp'], 'should be png, jpeg or webp').optional(),
})
export type PictureRow = z.infer<typeof PictureRow>

const noPrice = { input: 0, cachedInput: 0, output: 0 }

const RowOfFile = OfferedModel.extend({
  /** The id for people, chats and prices. With a `*` it is a pattern for every id of that form. */
  id: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,120}\*?$|^\*$/,
      'should be letters, digits and . _ : / @ -, with at most one * at its end',
    ),
  provider: name,
  category: z.enum(modelCategories, `should be one of ${modelCategories.join(', ')}`),
  /** Not for a picture model. */
  maxOutputTokens: OfferedModel.shape.maxOutputTokens.optional(),
  /** Reasoning effort in each style; by default the vendor's choice. */
  effort: z.strictObject({ quick: effort.optional(), deep: effort.optional() }).default({}),
  /** Tasks that it is better at than its quality says; Auto uses it for such questions. */
  goodAt: z.array(z.enum(strengths, `should be one of ${strengths.join(', ')}`)).default([]),
  /** Of text; pictures are priced by size. */
  price: OfferedModel.shape.price.optional(),
  pictures: PictureRow.optional(),
  /** Fallback models, in order, for when its provider fails before the first word. */
  fallbacks: z.array(z.string()).default([]),
})

/** A row is of a text model, with a token price and a maximum answer, or of a picture model. */
export const ModelRow = RowOfFile.superRefine((row, { addIssue }) => {
  const say = (field: 'price' | 'maxOutputTokens' | 'pictures', message: string) =>
    addIssue({ code: 'custom', path: [field], message })
  const makesPictures = row.category === 'Media Generation'
  if (makesPictures !== (row.pictures !== undefined))
    say('pictures', 'should be there exactly when the category is Media Generation')
  for (const field of ['price', 'maxOutputTokens'] as const)
    if (makesPictures === (row[field] !== undefined))
      say(field, 'should be there exactly when the category is not Media Generation')
}).transform(({ price = noPrice, maxOutputTokens = 1, pictures = null, ...row }) => ({
  ...row,
  price,
  maxOutputTokens,
  pictures,
}))
export type ModelRow = z.infer<typeof ModelRow>

/** An embedding model, for similarity search of passages. */
const EmbeddingRow = z.strictObject({
  provider: name,
  /** The vendor's name for it. */
  model: line(120),
  /** Vector length. Vendors that can shorten their vectors are asked to. */
  dimensions: z
    .int('should be a whole number')
    .min(64, 'should be at least 64')
    .max(2048, 'should be at most 2,048'),
  /** Texts per request. */
  batch: z
    .int('should be a whole number')
    .min(1, 'should be at least 1')
    .max(2048, 'should be at most 2,048')
    .default(64),
})
export type EmbeddingRow = z.infer<typeof EmbeddingRow>

/** A model that reads scanned pages. */
const ScanRow = z.strictObject({
  provider: name,
  /** The vendor's name for it. */
  model: line(120),
})
export type ScanRow = z.infer<typeof ScanRow>

/** A search service of the web. */
const SearchRow = z.strictObject({
  name,
  displayName: line(60),
  kind: z.enum(searchKinds, `should be one of ${searchKinds.join(', ')}`),
  /** The variable with the key; none for a service without a key. */
  key: variable.optional(),
  keyOptional: z.boolean('should be true or false').default(false),
  /** Uses the first address whose variables are all set. */
  baseUrl: z.array(address).min(1, 'should have at least one address'),
  /** The sandbox's search service: it serves its own invented pages, and every screen that shows them says so. */
  sandbox: z.boolean('should be true or false').default(false),
})
export type SearchRow = z.infer<typeof SearchRow>

/** A tool server on the installation's own network, or a command of this machine, that admins of accounts can connect. */
const ToolServerRow = z
  .strictObject({
    name,
    displayName: line(60),
    /** Uses the first address whose variables are all set. */
    baseUrl: z.array(address).min(1, 'should have at least one address').optional(),
    /** The variable with a token, which is sent as a bearer token. */
    key: variable.optional(),
    keyOptional: z.boolean('should be true or false').default(false),
    /** A program that speaks the protocol on its standard input and output. */
    command: line(500).optional(),
    args: z.array(z.string()).default([]),
    /** Names of the environment variables that the program gets, beside those of every program. */
    environment: z
      .array(z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'should be the name of an environment variable'))
      .default([]),
    /** The sandbox's tool server: its results are made up, and every screen that shows them says so. */
    sandbox: z.boolean('should be true or false').default(false),
  })
  .refine(({ baseUrl, command }) => (baseUrl === undefined) !== (command === undefined), {
    path: ['command'],
    message: 'should be there exactly when there is no baseUrl',
  })
export type ToolServerRow = z.infer<typeof ToolServerRow>

export const ModelsFile = z.strictObject({
  /** One credit is the price of a typical question on this model. */
  baseModel: z.string(),
  /** The default in a new chat: a model's id, or auto. */
  defaultModel: z.string().default('auto'),
  providers: z.array(ProviderRow).min(1, 'should have at least one provider'),
  models: z.array(ModelRow).min(1, 'should have at least one model'),
  /** The first with a configured provider is used; without one, search uses only keywords. */
  embeddings: z.array(EmbeddingRow).default([]),
  /** The first with a configured provider is used; without one, the system's tesseract, or scanned pages are not read. */
  scans: z.array(ScanRow).default([]),
  /** The first with a configured service is used; without one, answers can't use the web. */
  search: z.array(SearchRow).default([]),
  /** Servers of the Model Context Protocol, for admins of accounts to connect. */
  toolServers: z.array(ToolServerRow).default([]),
})
export type ModelsFile = z.infer<typeof ModelsFile>
