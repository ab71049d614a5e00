import { z } from 'zod'
import { writingCategories } from './models.ts'
import { Line } from '../text/text.ts'

const tokens = z
  .int('This should be a whole number of tokens.')
  .min(1, 'This should be at least 1.')
  .max(10_000_000, 'This should be at most 10,000,000.')
const usd = z
  .number('This should be US dollars per million tokens, as a number.')
  .min(0, 'This should not be negative.')
  .max(10_000, 'This should be at most 10,000.')
const rank = z
  .int('This should be a whole number.')
  .min(1, 'This should be from 1 to 5.')
  .max(5, 'This should be from 1 to 5.')
const flag = z.boolean('This should be true or false.').default(false)

/** A vendor's price, in US dollars per million tokens. Reasoning counts as output. */
export const VendorPrice = z.strictObject({ input: usd, cachedInput: usd, output: usd })
export type VendorPrice = z.infer<typeof VendorPrice>

/** A model's description: a row of the models file, or as entered by a system administrator. */
export const OfferedModel = z.strictObject({
  /** The id for people, chats and prices. */
  id: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,120}$/, 'This should be letters, digits and . _ : / @ -.'),
  /** The vendor's name for it; for Azure the deployment. */
  model: Line(200),
  displayName: Line(60),
  version: Line(60).default('latest'),
  description: Line(500),
  /** Only the models file offers picture models. */
  category: z.enum(writingCategories, `This should be one of ${writingCategories.join(', ')}.`),
  contextLimit: tokens,
  maxOutputTokens: tokens,
  /** Whether it can reason: it gets Think Deeper. */
  reasoning: flag,
  image_processing: flag,
  /** Whether it calls tools: it then decides itself when to search the web. */
  tool_calls: flag,
  spreadsheet_agent: flag,
  followupQuestionsDefault: flag,
  is_deferred_response: flag,
  promptCounter: flag,
  /** 1 to 5, for Auto's choice. */
  speed: rank,
  quality: rank,
  price: VendorPrice,
})
export type OfferedModel = z.infer<typeof OfferedModel>
