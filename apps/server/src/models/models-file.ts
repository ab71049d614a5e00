import { limits, modelCategories, OfferedModel, pictureStyles } from '@atrium/contract'
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

const usdEach = z
  .number('should be US dollars for one picture, as a number')
  .min(0, 'should not be negative')
  .max(1_000, 'should be at most 1,000')
const pictureCount = z
  .int('should be a whole number of pictures')
  .min(1, 'should be at least 1')
  .max(limits.picturesAtMost, `should be at most ${limits.picturesAtMost}`)

/** What a model that makes pictures can be asked for, and what each costs. */
const PictureRow = z.strictObject({
  /** For one question. */
  most: pictureCount,
  /** That one request of its vendor may ask for; as the vendor's package knows it when left out. */
  perRequest: pictureCount.optional(),
  /** The first is taken when nothing is said. */
  sizes: z
    .array(
      z.strictObject({
        size: z
          .string()
          .regex(/^[1-9]\d{1,3}x[1-9]\d{1,3}$/, 'should be pixels, width by height, as in 1024x1536'),
        /** For a vendor that goes by the form and not by pixels. */
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
  /** How much care OpenAI's models are told to take, by which it charges; its own choice when left out. */
  quality: z.enum(['low', 'medium', 'high'], 'should be low, medium or high').optional(),
  /** What OpenAI's models are asked to send; the vendor's choice when left out. */
  format: z.enum(['png', 'jpeg', 'webp'], 'should be png, jpeg or webp').optional(),
})
export type PictureRow = z.infer<typeof PictureRow>

const noPrice = { input: 0, cachedInput: 0, output: 0 }

const RowOfFile = OfferedModel.extend({
  /** What people, chats and prices know it by. With a `*` it is a pattern for every id of that form. */
  id: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,120}\*?$|^\*$/,
      'should be letters, digits and . _ : / @ -, with at most one * at its end',
    ),
  provider: name,
  category: z.enum(modelCategories, `should be one of ${modelCategories.join(', ')}`),
  /** Not for a model that makes pictures. */
  maxOutputTokens: OfferedModel.shape.maxOutputTokens.optional(),
  /** How hard it thinks in each style; left out, the vendor's own choice. */
  effort: z.strictObject({ quick: effort.optional(), deep: effort.optional() }).default({}),
  /** What it is better at than its quality says; Auto counts it for questions of that kind. */
  goodAt: z.array(z.enum(strengths, `should be one of ${strengths.join(', ')}`)).default([]),
  /** Of words; a picture has the price of its size. */
  price: OfferedModel.shape.price.optional(),
  pictures: PictureRow.optional(),
  /** Models that answer in its place, in this order, when its provider fails before the first word. */
  fallbacks: z.array(z.string()).default([]),
})

/** A row is of a model that writes, which has a price of words and a longest answer, or of one that makes pictures. */
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

/** A model that turns texts into vectors, by which passages of like meaning are found. */
const EmbeddingRow = z.strictObject({
  provider: name,
  /** As the vendor knows it. */
  model: line(120),
  /** Of a vector. Vendors that can shorten their vectors are asked to. */
  dimensions: z
    .int('should be a whole number')
    .min(64, 'should be at least 64')
    .max(2048, 'should be at most 2,048'),
  /** Texts of one request. */
  batch: z
    .int('should be a whole number')
    .min(1, 'should be at least 1')
    .max(2048, 'should be at most 2,048')
    .default(64),
})
export type EmbeddingRow = z.infer<typeof EmbeddingRow>

/** A model that reads the pages of documents that are pictures. */
const ScanRow = z.strictObject({
  provider: name,
  /** As the vendor knows it. */
  model: line(120),
})
export type ScanRow = z.infer<typeof ScanRow>

export const ModelsFile = z.strictObject({
  /** One credit is a typical question on this model. */
  baseModel: z.string(),
  /** What is chosen in a new chat: a model's id, or auto. */
  defaultModel: z.string().default('auto'),
  providers: z.array(ProviderRow).min(1, 'should have at least one provider'),
  models: z.array(ModelRow).min(1, 'should have at least one model'),
  /** The first whose provider is configured is used; without one, passages are found by their words alone. */
  embeddings: z.array(EmbeddingRow).default([]),
  /** The first whose provider is configured is used; without one, the system's tesseract, or scanned pages are not read. */
  scans: z.array(ScanRow).default([]),
})
export type ModelsFile = z.infer<typeof ModelsFile>
