import { type TokenUsage } from '@atrium/contract'
import { expect, test } from 'vitest'
import {
  isCredibleUsage,
  ModelPrice,
  maxCostOf,
  maxTokens,
  priceQuestion,
  typicalQuestion,
} from './price-question.ts'

/** With these rates a typical question costs one credit, and sums are easy to check. */
const basePrice: ModelPrice = {
  inputMilliPerMillionTokens: 60_000,
  cachedInputMilliPerMillionTokens: 6_000,
  outputMilliPerMillionTokens: 248_005,
}
/** The rates of the base model in the models file: $1 input, $0.05 cached, $5 output; a credit is $0.020133. */
const shippedPrice: ModelPrice = {
  inputMilliPerMillionTokens: 49_670,
  cachedInputMilliPerMillionTokens: 2_483,
  outputMilliPerMillionTokens: 248_348,
}

const usage = (counts: Partial<TokenUsage>): TokenUsage => ({
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  estimated: false,
  ...counts,
})

test('CRED-01 a typical question on the base model costs exactly one credit', () => {
  expect(priceQuestion(basePrice, typicalQuestion)).toBe(1000)
  expect(priceQuestion(shippedPrice, typicalQuestion)).toBe(1000)
})

test.each([
  ['nothing', {}, 0],
  ['one token in, rounded up', { inputTokens: 1 }, 1],
  ['a million in', { inputTokens: 1_000_000 }, 60_000],
  ['a million in, all cached', { inputTokens: 1_000_000, cachedInputTokens: 1_000_000 }, 6000],
  ['a million in, half cached', { inputTokens: 1_000_000, cachedInputTokens: 500_000 }, 33_000],
  ['more cached than there was', { inputTokens: 1_000_000, cachedInputTokens: 9_000_000 }, 6000],
  ['a million out', { outputTokens: 1_000_000 }, 248_005],
  ['reasoning among the output', { outputTokens: 1_000_000, reasoningTokens: 900_000 }, 248_005],
  ['reasoning that was not counted as output', { outputTokens: 0, reasoningTokens: 1_000_000 }, 248_005],
] as const)('CRED-01 the price of %s', (_name, counts, milli) => {
  expect(priceQuestion(basePrice, usage(counts))).toBe(milli)
})

test('P03 for any provider count, the price is a whole number from 0 to that of the maximum tokens', () => {
  const counts = [Number.NaN, -1, -1e12, 1e12, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0.5, 3]
  const most = priceQuestion(basePrice, usage({ inputTokens: maxTokens, outputTokens: maxTokens }))
  for (const inputTokens of counts)
    for (const cachedInputTokens of counts)
      for (const outputTokens of counts)
        for (const reasoningTokens of counts) {
          const milli = priceQuestion(
            basePrice,
            usage({ inputTokens, cachedInputTokens, outputTokens, reasoningTokens }),
          )
          expect(Number.isSafeInteger(milli) && milli >= 0 && milli <= most).toBe(true)
        }
})

test('P03 usage is credible only when every count is a whole number that a question can have', () => {
  expect(isCredibleUsage(usage({ inputTokens: 133, outputTokens: 4000 }))).toBe(true)
  for (const wrong of [-1, Number.NaN, 1.5, 1e12, Number.POSITIVE_INFINITY])
    for (const field of ['inputTokens', 'cachedInputTokens', 'outputTokens', 'reasoningTokens'])
      expect(isCredibleUsage(usage({ [field]: wrong }))).toBe(false)
})

test('CRED-01 the arithmetic is exact for the highest price and the maximum tokens', () => {
  for (let round = 0; round < 2000; round += 1) {
    const rate = () => Math.floor(Math.random() * 100_000_001)
    const price = {
      inputMilliPerMillionTokens: rate(),
      cachedInputMilliPerMillionTokens: 0,
      outputMilliPerMillionTokens: rate(),
    }
    const [inputTokens, outputTokens] = [
      Math.floor(Math.random() * maxTokens),
      Math.floor(Math.random() * maxTokens),
    ]
    const millionths =
      BigInt(inputTokens) * BigInt(price.inputMilliPerMillionTokens) +
      BigInt(outputTokens) * BigInt(price.outputMilliPerMillionTokens)
    expect(BigInt(priceQuestion(price, usage({ inputTokens, outputTokens })))).toBe(
      (millionths + 999_999n) / 1_000_000n,
    )
  }
})

test('CRED-01 no usage within its bounds costs more than its hold', () => {
  for (let round = 0; round < 2000; round += 1) {
    const bounds = {
      inputTokens: Math.floor(Math.random() * 200_000),
      maxOutputTokens: Math.floor(Math.random() * 64_000),
    }
    const inputTokens = Math.floor(Math.random() * (bounds.inputTokens + 1))
    const outputTokens = Math.floor(Math.random() * (bounds.maxOutputTokens + 1))
    const cost = priceQuestion(
      basePrice,
      usage({ inputTokens, outputTokens, cachedInputTokens: Math.floor(Math.random() * inputTokens) }),
    )
    expect(cost).toBeLessThanOrEqual(maxCostOf(basePrice, bounds))
  }
})

test('P03 a price with a missing, negative or absurd rate is invalid', () => {
  expect(ModelPrice.safeParse(basePrice).success).toBe(true)
  for (const wrong of [
    {},
    { ...basePrice, outputMilliPerMillionTokens: -1 },
    { ...basePrice, inputMilliPerMillionTokens: 1e12 },
    { ...basePrice, free: true },
  ])
    expect(ModelPrice.safeParse(wrong).success).toBe(false)
})
