import { AUTO_MODEL_ID } from '@atrium/contract'
import { mostItCanCost } from '../credits/index.ts'
import { type AutoDecision, factsOf } from './auto-decision.ts'
import { type AllowedModels, isAllowedBy } from './allowed-models.ts'
import type { Catalogue, CatalogueModel } from './catalogue.ts'
import { canStandInFor, fallbacksAmong, type Needs, routeQuestion } from './route-question.ts'

/** What is asked for, and by what rules. */
export interface Request extends Needs {
  /** Models that may be asked, also by Auto and in place of another; all when left out. */
  allowedModelIds?: AllowedModels
  /** Models that the asker lets Auto use; all when left out. */
  autoModelIds?: AllowedModels
  /** How long an answer may become, in tokens: what it would cost then decides whether it can be paid. */
  mostOutputTokens?: number
  /** How many pictures are wanted of a model that makes them; one when left out. */
  pictureCount?: number
}

/** The model for a request, and who answers in its place, in order, when its provider fails before the first word. */
export interface Resolved {
  model: CatalogueModel
  fallbacks: CatalogueModel[]
  /** How Auto chose; null when a person did. */
  decision: AutoDecision | null
}

/** Null when there is no such model, it is not allowed, or its provider does not answer. */
export function resolveModel(catalogue: Catalogue, modelId: string, request: Request): Resolved | null {
  const isAllowed = allows(request.allowedModelIds)
  if (modelId === AUTO_MODEL_ID) return resolveAuto(catalogue, request)
  const model = catalogue.find(modelId)
  if (!model?.watch.isUp || !isAllowed(model)) return null
  const fallbacks = model.row.fallbacks
    .flatMap((id) => catalogue.find(id) ?? [])
    .filter((other) => other.watch.isUp && isAllowed(other))
    .filter((other) => canStandInFor(other, model, request))
  return { model, fallbacks, decision: null }
}

function resolveAuto(catalogue: Catalogue, request: Request): Resolved | null {
  const candidates = usableByAuto(catalogue, request)
    .filter(({ watch }) => watch.isUp)
    .map((model) => ({ ...model, mostMilli: mostMilliOf(model, request) }))
  const { style, inputTokens, preference, traits, availableMilli } = request
  const needs: Needs = {
    style,
    inputTokens,
    preference,
    ...(traits && { traits }),
    ...(availableMilli !== undefined && Number.isFinite(availableMilli) && { availableMilli }),
  }
  const { ranked, reason } = routeQuestion(candidates, needs)
  const [model] = ranked
  if (!model) return null
  return {
    model,
    fallbacks: fallbacksAmong(ranked, needs),
    decision: { version: 1, needs, candidates: candidates.map(factsOf), modelId: model.modelId, reason },
  }
}

/**
 * The models that Auto chooses from: those that may be asked and, of these, those that the asker lets it use. When every
 * model of the asker's list has left the catalogue, the list says nothing any more.
 */
export function usableByAuto(
  catalogue: Catalogue,
  { allowedModelIds, autoModelIds }: Pick<Request, 'allowedModelIds' | 'autoModelIds'>,
): CatalogueModel[] {
  const allowed = catalogue.models().filter(allows(allowedModelIds))
  const wanted = allowed.filter(allows(autoModelIds))
  return wanted.length > 0 ? wanted : allowed
}

const allows =
  (ids: AllowedModels | undefined) =>
  ({ modelId }: CatalogueModel): boolean =>
    isAllowedBy(ids ?? null, modelId)

/** What this question can cost at most with a model, in thousandths of a credit. */
const mostMilliOf = (
  model: CatalogueModel,
  { inputTokens, mostOutputTokens = Infinity, pictureCount = 1 }: Request,
): number => {
  const firstSize = model.pictures?.sizes[0]
  if (firstSize) return firstSize.milliEach * pictureCount
  return mostItCanCost(model.price, {
    inputTokens,
    maxOutputTokens: Math.min(model.row.maxOutputTokens, mostOutputTokens),
  })
}
