import type { AutoReason } from '@atrium/contract'
import { type Candidate, type Needs, routeQuestion } from './route-question.ts'

/**
 * How Auto chose, to be stored and replayed: what it knew of the question and of each model, and the outcome. Contains no text of
 * the question and nothing about the asker.
 */
export interface AutoDecision {
  /** The format version. Later ones may have more fields; stored ones stay readable. */
  version: 1
  needs: Needs
  candidates: Candidate[]
  modelId: string
  reason: AutoReason
}

/** The facts of a model that Auto uses. */
export const factsOf = (model: Candidate): Candidate => ({
  modelId: model.modelId,
  providerName: model.providerName,
  sandbox: model.sandbox,
  contextLimit: model.contextLimit,
  reasoning: model.reasoning,
  seesImages: model.seesImages,
  readsSpreadsheets: model.readsSpreadsheets,
  ...(model.countsPrompts !== undefined && { countsPrompts: model.countsPrompts }),
  makesPictures: model.makesPictures,
  goodAt: model.goodAt,
  speed: model.speed,
  quality: model.quality,
  creditsPerTypicalQuestion: model.creditsPerTypicalQuestion,
  ...(model.maxMilli !== undefined && { maxMilli: model.maxMilli }),
})

/** Returns what Auto would choose now from the same facts, and why; null when a record has no models. */
export function decideAgain({
  needs,
  candidates,
}: Pick<AutoDecision, 'needs' | 'candidates'>): { modelId: string; reason: AutoReason } | null {
  const { ranked, reason } = routeQuestion(candidates, needs)
  const [chosen] = ranked
  return chosen ? { modelId: chosen.modelId, reason } : null
}
