import { priceQuestion, typicalQuestion, type ModelPrice } from '../../credits/index.ts'

/** A vendor's price in US dollars per million tokens. Reasoning counts as output. */
export interface VendorPrice {
  input: number
  cachedInput: number
  output: number
}

/** Returns the cost of the typical question (CRED-01: 100 words asked, 3,000 answered) at a vendor's price, in US dollars. */
export const typicalCostUsd = (price: VendorPrice): number =>
  (typicalQuestion.inputTokens * price.input + typicalQuestion.outputTokens * price.output) / 1_000_000

/**
 * Converts a vendor's price to credits: its dollars divided by the dollars of one credit. `creditUsd` is `typicalCostUsd` of the
 * base model, so that the typical question costs one credit there, and elsewhere in proportion to the vendor's price.
 */
export function priceInCredits(price: VendorPrice, creditUsd: number): ModelPrice {
  const milli = (usd: number) => Math.floor((usd / creditUsd) * 1000)
  return {
    inputMilliPerMillionTokens: milli(price.input),
    cachedInputMilliPerMillionTokens: milli(price.cachedInput),
    outputMilliPerMillionTokens: milli(price.output),
  }
}

/** Returns the price of one picture, in thousandths of a credit, rounded up. */
export const pictureMilli = (usd: number, creditUsd: number): number => Math.ceil((usd / creditUsd) * 1000)

/** Rounds the credits of a typical question to two significant digits for the picker: 0.099, 2, 9.9. */
export const creditsPerTypicalQuestion = (price: ModelPrice): number =>
  Number((priceQuestion(price, typicalQuestion) / 1000).toPrecision(2))
