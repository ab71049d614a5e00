import type { AutoPreference, AutoReason, ResponseStyle } from '@atrium/contract'
import { plainQuestion, type QuestionTraits } from './question-traits.ts'

/** Tasks that models can be better at than their `quality` says: code, and languages other than English. */
export const strengths = ['code', 'fr', 'vi', 'zh', 'ar'] as const
export type Strength = (typeof strengths)[number]

/** The facts of a model for Auto. */
export interface Candidate {
  modelId: string
  providerName: string
  sandbox: boolean
  contextLimit: number
  reasoning: boolean
  seesImages: boolean
  readsSpreadsheets: boolean
  /** Its tokens are counted exactly before the call; others are estimated. Unknown in old decisions. */
  countsPrompts?: boolean
  /** It answers with pictures, never with words. */
  makesPictures: boolean
  goodAt: readonly Strength[]
  /** 1 to 5. */
  speed: number
  quality: number
  creditsPerTypicalQuestion: number
  /** Maximum price of this question, in thousandths of a credit; unknown is no obstacle. */
  maxMilli?: number
}

/** A question's requirements. */
export interface Needs {
  style: ResponseStyle
  /** The whole prompt, counted or estimated. */
  inputTokens: number
  preference: AutoPreference
  traits?: QuestionTraits
  /** The asker's available credits, in thousandths; unlimited by default. */
  availableMilli?: number
}

/** The suitable models for a question, best first, and the reason for the first. */
export interface Route<Model extends Candidate> {
  ranked: Model[]
  reason: AutoReason
}

/** Space for an answer beside the prompt, in tokens. */
export const roomToAnswerTokens = 2_000

/** The criteria for each model, most important first; a model that meets one precedes all that don't. */
const criteria: readonly { reason: AutoReason; rate(model: Candidate, needs: Required<Needs>): number }[] = [
  {
    reason: 'ONLY_MODEL',
    // A picture-only model can't answer a question that wants words.
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
  { reason: 'BUDGET', rate: (model, { availableMilli }) => Number((model.maxMilli ?? 0) <= availableMilli) },
  { reason: 'THINK_DEEPER', rate: (model, { style }) => Number(style === 'quick' || model.reasoning) },
]

/**
 * Auto (MODEL-07): ranks the models for a question, best first. Pure: the same candidates and needs give the same order, whatever
 * their input order. In this order of importance:
 *
 * | for           | what decides                                                                        | reason shown |
 * |---------------|-------------------------------------------------------------------------------------|--------------|
 * | honesty       | a real model that can answer before the sandbox                                     | ONLY_MODEL   |
 * | a picture     | a picture model when a picture is requested, else a text model                      | PICTURE      |
 * | images        | a model with vision, when there are images                                          | IMAGES       |
 * | spreadsheets  | a model that works with them, when there are any                                    | SPREADSHEETS |
 * | length        | the prompt fits with 2,000 tokens for an answer; if into none, the largest          | LENGTH       |
 * | budget        | the longest answer can be paid                                                      | BUDGET       |
 * | Think Deeper  | a model that can reason                                                             | THINK_DEEPER |
 * | code          | quality counts one more for a model that is good at code, when there is any         | CODE         |
 * | language      | the same for a model good at the question's language, when that is not English      | LANGUAGE     |
 * | preference    | the highest score below; then the cheaper, then by name                             | its name     |
 *
 * | preference | score                                                                 |
 * |------------|-----------------------------------------------------------------------|
 * | fastest    | speed; among equals quality                                           |
 * | best       | quality; among equals speed                                           |
 * | cheapest   | lower credits; among equals quality                                   |
 * | balanced   | quality + speed − log2(1 + credits): doubling the price costs a point |
 *
 * The reason is the most important criterion in which the chosen model is ahead of the one that the preference alone would
 * choose; the preference itself when they are the same. Disallowed models are not among the candidates.
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

/** An estimate may be too low: requires this margin. */
const estimateMargin = 1.1

const fits = ({ contextLimit, countsPrompts }: Candidate, inputTokens: number) =>
  inputTokens * (countsPrompts === false ? estimateMargin : 1) + roomToAnswerTokens <= contextLimit

/** The quality bonus for the question's traits. */
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

/** Compares the chosen model with the one that the preference alone would choose. */
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
 * Returns the fallbacks for a provider that fails before the first word: the next two ranked models that the prompt fits, other
 * providers first; never the sandbox for a real model, a text model for a picture model, nor one without vision where there are
 * images.
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
