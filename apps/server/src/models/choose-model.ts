import type { AutoPreference, ResponseStyle } from '@atrium/contract'

/** What Auto knows of a model. */
export interface Candidate {
  modelId: string
  providerName: string
  sandbox: boolean
  contextLimit: number
  reasoning: boolean
  /** 1 to 5. */
  speed: number
  quality: number
  creditsPerTypicalQuestion: number
}

/** What a question needs of a model. */
export interface Needs {
  style: ResponseStyle
  /** The whole prompt, counted or estimated. */
  inputTokens: number
  preference: AutoPreference
  /** There are pictures among it: Auto, and who answers in place of another, must see. */
  pictures?: boolean
  /** Models that may be asked, also by Auto and in place of another; all when left out. */
  allowedModelIds?: readonly string[] | null
}

/** Room that an answer is left beside the prompt. */
const roomToAnswerTokens = 2_000

/**
 * The models that suit a question, best first (MODEL-07). In this order of importance:
 *
 * 1. a real model before the sandbox;
 * 2. one that the prompt fits into, with room for an answer; when it fits into none, the largest first;
 * 3. for Think Deeper, one that can reason;
 * 4. the preference's highest score, as in the table; then the cheaper, then by name.
 *
 * | preference | score                                                              |
 * |------------|--------------------------------------------------------------------|
 * | fastest    | speed; among equals quality                                        |
 * | best       | quality; among equals speed                                        |
 * | cheapest   | lower credits; among equals quality                                |
 * | balanced   | quality + speed − log2(1 + credits): doubling the price costs a point |
 */
export function chooseModels<Model extends Candidate>(candidates: readonly Model[], needs: Needs): Model[] {
  const rated = candidates.map((model) => ({ model, rating: rate(model, needs) }))
  return rated
    .toSorted(
      (one, other) =>
        compare(other.rating, one.rating) ||
        one.model.creditsPerTypicalQuestion - other.model.creditsPerTypicalQuestion ||
        (one.model.modelId < other.model.modelId ? -1 : 1),
    )
    .map(({ model }) => model)
}

function rate(model: Candidate, { style, inputTokens, preference }: Needs): number[] {
  const fits = inputTokens + roomToAnswerTokens <= model.contextLimit
  return [
    Number(!model.sandbox),
    fits ? Number.MAX_SAFE_INTEGER : model.contextLimit,
    Number(style === 'quick' || model.reasoning),
    ...score(model, preference),
  ]
}

function score(
  { speed, quality, creditsPerTypicalQuestion: credits }: Candidate,
  preference: AutoPreference,
): number[] {
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
  for (const [index, value] of one.entries()) if (value !== other[index]) return value - (other[index] ?? 0)
  return 0
}

/** Who answers when the chosen model's provider fails before the first word: two more that suit, of other providers first, never the sandbox for a real model. */
export function fallbacksAmong<Model extends Candidate>(chosen: readonly Model[], most = 2): Model[] {
  const [first, ...rest] = chosen
  if (!first) return []
  const suitable = rest.filter((model) => first.sandbox || !model.sandbox)
  const elsewhere = suitable.filter((model) => model.providerName !== first.providerName)
  const sameProvider = suitable.filter((model) => model.providerName === first.providerName)
  return [...elsewhere, ...sameProvider].slice(0, most)
}
