import type { AutoPreference, AutoReason, ResponseStyle } from '@atrium/contract'
import { plainQuestion, type QuestionTraits } from './question-traits.ts'

/** What models can be better at than their `quality` says: code, and languages other than English. */
export const strengths = ['code', 'fr', 'vi', 'zh', 'ar'] as const
export type Strength = (typeof strengths)[number]

/** What Auto knows of a model. */
export interface Candidate {
  modelId: string
  providerName: string
  sandbox: boolean
  contextLimit: number
  reasoning: boolean
  seesImages: boolean
  readsSpreadsheets: boolean
  /** It answers with pictures, never with words. */
  makesPictures: boolean
  goodAt: readonly Strength[]
  /** 1 to 5. */
  speed: number
  quality: number
  creditsPerTypicalQuestion: number
  /** Thousandths of a credit that this question may take at most; where nobody has counted, it is no obstacle. */
  mostMilli?: number
}

/** What a question needs of a model. */
export interface Needs {
  style: ResponseStyle
  /** The whole prompt, counted or estimated. */
  inputTokens: number
  preference: AutoPreference
  traits?: QuestionTraits
  /** What the asker has left to ask with, in thousandths of a credit; without bound when left out. */
  availableMilli?: number
}

/** The models that suit a question, best first, and what spoke for the first. */
export interface Route<Model extends Candidate> {
  ranked: Model[]
  reason: AutoReason
}

/** Room that an answer is left beside the prompt, in tokens. */
export const roomToAnswerTokens = 2_000

/** The questions that are put to each model, the most important first; a model that meets one goes before all that do not. */
const criteria: readonly { reason: AutoReason; rate(model: Candidate, needs: Required<Needs>): number }[] = [
  {
    reason: 'ONLY_MODEL',
    // One that only draws is no answer to a question that wants words.
    rate: (model, { traits }) => Number(!model.sandbox && (traits.asksForPicture || !model.makesPictures)),
  },
  { reason: 'PICTURE', rate: (model, { traits }) => Number(model.makesPictures === traits.asksForPicture) },
  { reason: 'IMAGES', rate: (model, { traits }) => Number(!traits.hasImages || model.seesImages) },
  {
    reason: 'SPREADSHEETS',
    rate: (model, { traits }) => Number(!traits.hasSpreadsheets || model.readsSpreadsheets),
  },
  {
    reason: 'LENGTH',
    rate: (model, { inputTokens }) => (fits(model, inputTokens) ? Infinity : model.contextLimit),
  },
  { reason: 'BUDGET', rate: (model, { availableMilli }) => Number((model.mostMilli ?? 0) <= availableMilli) },
  { reason: 'THINK_DEEPER', rate: (model, { style }) => Number(style === 'quick' || model.reasoning) },
]

/**
 * Auto (MODEL-07): the models that suit a question, best first. Pure: the same candidates and needs give the same order,
 * whatever order they come in. In this order of importance:
 *
 * | for           | what decides                                                                        | reason told  |
 * |---------------|-------------------------------------------------------------------------------------|--------------|
 * | honesty       | a real model that can answer before the sandbox                                     | ONLY_MODEL   |
 * | a picture     | one that makes pictures when one is asked for, one that writes when none is         | PICTURE      |
 * | images        | one that sees them, when there are any                                              | IMAGES       |
 * | spreadsheets  | one that works with them, when there are any                                        | SPREADSHEETS |
 * | length        | one that the prompt fits into with 2,000 tokens for an answer; into none: the largest | LENGTH     |
 * | what is left  | one whose longest answer can be paid                                                | BUDGET       |
 * | Think Deeper  | one that can reason                                                                 | THINK_DEEPER |
 * | code          | quality counts one more for a model that is good at code, when there is any         | CODE         |
 * | language      | the same for one that is good at the question's language, when that is not English  | LANGUAGE     |
 * | preference    | the highest score below; then the cheaper, then by name                             | its name     |
 *
 * | preference | score                                                                 |
 * |------------|-----------------------------------------------------------------------|
 * | fastest    | speed; among equals quality                                           |
 * | best       | quality; among equals speed                                           |
 * | cheapest   | lower credits; among equals quality                                   |
 * | balanced   | quality + speed − log2(1 + credits): doubling the price costs a point |
 *
 * The reason is the most important line in which the chosen model is ahead of the one that the preference alone would have
 * taken; the preference itself when that is the same. Models that may not be asked are not among the candidates.
 */
export function routeQuestion<Model extends Candidate>(
  candidates: readonly Model[],
  needs: Needs,
): Route<Model> {
  const complete = { traits: plainQuestion, availableMilli: Infinity, ...needs }
  const ranked = candidates.toSorted(
    (one, other) =>
      compare(rate(other, complete), rate(one, complete)) ||
      one.creditsPerTypicalQuestion - other.creditsPerTypicalQuestion ||
      (one.modelId < other.modelId ? -1 : 1),
  )
  return { ranked, reason: reasonFor(ranked, complete) }
}

const rate = (model: Candidate, needs: Required<Needs>): number[] => [
  ...criteria.map((criterion) => criterion.rate(model, needs)),
  ...score(model, needs.preference, bonus(model, needs.traits)),
]

const fits = ({ contextLimit }: Candidate, inputTokens: number) =>
  inputTokens + roomToAnswerTokens <= contextLimit

/** What quality counts more by, for what the question is. */
const bonus = ({ goodAt }: Candidate, { hasCode, language }: QuestionTraits): number =>
  Number(hasCode && goodAt.includes('code')) + Number(goodAt.some((strength) => strength === language))

function score(model: Candidate, preference: AutoPreference, extraQuality: number): number[] {
  const { speed, creditsPerTypicalQuestion: credits } = model
  const quality = model.quality + extraQuality
  switch (preference) {
    case 'fastest':
      return [speed, quality]
    case 'best':
      return [quality, speed]
    case 'cheapest':
      return [-credits, quality]
    case 'balanced':
      return [quality + speed - Math.log2(1 + credits)]
  }
}

function compare(one: number[], other: number[]): number {
  for (const [index, value] of one.entries()) {
    const against = other[index] ?? 0
    if (value !== against) return value - against
  }
  return 0
}

/** Compares the chosen model with the one that the preference alone would have taken. */
function reasonFor(ranked: readonly Candidate[], needs: Required<Needs>): AutoReason {
  const [chosen] = ranked
  if (chosen?.makesPictures && needs.traits.asksForPicture) return 'PICTURE'
  const comparable = ranked.filter((model) => model.sandbox === chosen?.sandbox && !model.makesPictures)
  if (!chosen || comparable.length <= 1) return 'ONLY_MODEL'
  const [preferred] = byPreferenceAlone(comparable, needs.preference)
  if (!preferred || preferred === chosen) return reasonOf[needs.preference]
  const decisive = criteria.find(
    (criterion) => criterion.rate(chosen, needs) !== criterion.rate(preferred, needs),
  )
  if (decisive) return decisive.reason
  return needs.traits.hasCode && chosen.goodAt.includes('code') ? 'CODE' : 'LANGUAGE'
}

const reasonOf = {
  fastest: 'FASTEST',
  balanced: 'BALANCED',
  best: 'BEST',
  cheapest: 'CHEAPEST',
} as const satisfies Record<AutoPreference, AutoReason>

const byPreferenceAlone = (candidates: readonly Candidate[], preference: AutoPreference) =>
  candidates.toSorted(
    (one, other) =>
      compare(score(other, preference, 0), score(one, preference, 0)) ||
      one.creditsPerTypicalQuestion - other.creditsPerTypicalQuestion ||
      (one.modelId < other.modelId ? -1 : 1),
  )

/**
 * Who answers when the chosen model's provider fails before the first word: two more of the ranked that the prompt fits into, of
 * other providers first; never the sandbox for a real model, one of words for one of pictures, nor a blind one where there are images.
 */
export function fallbacksAmong<Model extends Candidate>(
  [first, ...rest]: readonly Model[],
  needs: Pick<Needs, 'inputTokens' | 'traits'>,
  most = 2,
): Model[] {
  if (!first) return []
  const suitable = rest.filter((model) => canStandInFor(model, first, needs))
  const elsewhere = suitable.filter((model) => model.providerName !== first.providerName)
  const sameProvider = suitable.filter((model) => model.providerName === first.providerName)
  return [...elsewhere, ...sameProvider].slice(0, most)
}

export const canStandInFor = (
  model: Candidate,
  chosen: Candidate,
  { inputTokens, traits }: Pick<Needs, 'inputTokens' | 'traits'>,
): boolean =>
  (chosen.sandbox || !model.sandbox) &&
  (model.seesImages || !traits?.hasImages) &&
  model.makesPictures === chosen.makesPictures &&
  (fits(model, inputTokens) || !fits(chosen, inputTokens))
