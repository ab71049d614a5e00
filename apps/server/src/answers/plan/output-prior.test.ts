import { describe, expect, test } from 'vitest'
import { expectedTokens } from '../../models/testing/recorded-expectations.ts'
import { hasRecordings, readRecordings, type Recording } from '../../models/testing/replay.ts'
import { lengthOf } from './answer-length.ts'
import { outputOf } from './likely-output.ts'
import { type OutputRange, priorFrom, priorOf, recordedPriors } from './output-prior.ts'

const isWithin = (tokens: number, { low, high }: OutputRange) => tokens >= low && tokens <= high

/** Including reasoning; as the vendor counted, else estimated at four characters per token. */
function tokensOf(recording: Recording): number {
  const { text_len = 0, reasoning_len = 0 } = recording.expect
  return expectedTokens(recording)?.[1] || Math.round((text_len + reasoning_len) / 4)
}
const hasReasoning = ({ expect: { usage, reasoning_len = 0 } }: Recording) =>
  reasoning_len > 0 || /"(?:reasoning_tokens|thoughtsTokenCount)":[1-9]/.test(JSON.stringify(usage ?? {}))

describe.skipIf(!hasRecordings)('the length of answers, from recordings', () => {
  const recordings = readRecordings().filter(
    ({ kind, expect: { text_len = 0 } }) => kind !== 'http-error' && text_len > 0,
  )
  const kinds = {
    plain: recordings.filter((one) => !hasReasoning(one)).map(tokensOf),
    reasoning: recordings.filter(hasReasoning).map(tokensOf),
  }

  test.each(['plain', 'reasoning'] as const)('the prior of %s models matches the recordings', (kind) => {
    expect(recordedPriors[kind]).toEqual(priorFrom(kinds[kind]))
    console.log(`${kind}: ${kinds[kind].length} recordings, ${JSON.stringify(recordedPriors[kind])}`)
  })

  test.each(['plain', 'reasoning'] as const)(
    'the range from all other recordings of %s models contains 90 % of those left out',
    (kind) => {
      const lengths = kinds[kind]
      const within = lengths.filter((tokens, index) =>
        isWithin(tokens, priorFrom(lengths.filter((_, other) => other !== index))),
      )
      console.log(`${kind}: ${within.length} of ${lengths.length} within the range of the others`)
      expect(within.length / lengths.length).toBeGreaterThanOrEqual(0.9)
    },
  )
})

test('a deeper style, a reasoning model and a longer format raise the likely length, and never shorten the range', () => {
  const prior = (reasoning: boolean, style: 'quick' | 'deep', length: 'short' | 'usual' | 'long' = 'usual') =>
    priorOf({ reasoning, style, length })
  expect(prior(true, 'quick').likely).toBeGreaterThan(prior(false, 'quick').likely)
  expect(prior(false, 'deep').likely).toBeGreaterThan(prior(false, 'quick').likely)
  expect(prior(true, 'deep').likely).toBeGreaterThan(prior(true, 'quick').likely)
  expect(prior(false, 'quick', 'long').likely).toBeGreaterThan(prior(false, 'quick').likely)
  expect(prior(false, 'quick', 'short').likely).toBeLessThan(prior(false, 'quick').likely)
  expect(prior(false, 'quick', 'short').high).toBe(prior(false, 'quick').high)
  expect(prior(false, 'quick', 'long').low).toBe(prior(false, 'quick').low)
})

test.each([
  ['Short summary', 'short'],
  ['bref', 'short'],
  ['Tóm tắt', 'short'],
  ['简短的段落', 'short'],
  ['موجز', 'short'],
  ['Report', 'long'],
  ['très détaillé', 'long'],
  ['báo cáo', 'long'],
  ['详细说明', 'long'],
  ['Bullet points', 'usual'],
  ['', 'usual'],
])('the format “%s” makes an answer %s', (format, length) => {
  expect(lengthOf(format)).toBe(length)
})

test('with each answer an account relies less on the prior, and the range approaches its own lengths', () => {
  const prior = recordedPriors.plain
  const after = (count: number) =>
    outputOf(
      Array.from({ length: count }, (_, index) => ({
        tokens: 400 + (index % 20) * 10,
        length: 'usual' as const,
      })),
      { prior, length: 'usual' },
    )
  const [none, few, some, many] = [after(0), after(5), after(19), after(200)]
  expect(none).toEqual(prior)
  expect([few, some, many].map(({ likely }) => likely)).toEqual(
    [few, some, many].map(({ likely }) => likely).toSorted((one, other) => one - other),
  )
  expect(few.likely).toBeGreaterThan(prior.likely)
  const widths = [none, few, some, many].map(({ low, high }) => high / low)
  expect(widths).toEqual(widths.toSorted((one, other) => other - one))
  expect(many.low).toBeGreaterThanOrEqual(400)
  expect(many.high).toBeLessThanOrEqual(600)
  // Reports count little for summaries.
  const reports = Array.from({ length: 20 }, () => ({ tokens: 3_000, length: 'long' as const }))
  const [asReport, asSummary] = [
    outputOf(reports, { prior, length: 'long' }),
    outputOf(reports, { prior, length: 'short' }),
  ]
  expect(asReport.likely).toBe(3_000)
  expect(asSummary.likely).toBeLessThan(1_500)
})
