import type { OfferedModel, VendorPrice } from '@atrium/contract'
import { isPattern } from '../check-models-file.ts'
import type { DiscoveredModel } from '../discovered-models.ts'
import type { ModelRow, ModelsFile } from '../models-file.ts'
import { freeIdFor } from './check-offered.ts'
import type { StoredProvider } from './stored-provider.ts'

type Suggesting = {
  file: ModelsFile
  /** The other added providers. */
  others: readonly StoredProvider[]
  /** Where the models are, for ids that would be taken otherwise. */
  host: string
  /** Models that this provider offers already, which keep what was said of them. */
  offered: readonly OfferedModel[]
}

/** Modest, so that a model that says nothing of itself is not sent more than it reads. */
const unknownLimits = { contextLimit: 32_000, maxOutputTokens: 4_000 }

/**
 * What each found model could be offered as: as it is offered already, else as the file of models describes one of this name,
 * else by what the vendor says of it. A price that nobody tells is that of the base model.
 */
export function suggestModels(
  found: readonly DiscoveredModel[],
  { file, others, host, offered }: Suggesting,
): OfferedModel[] {
  const taken = new Set(offered.map(({ id }) => id))
  return found.map((model) => {
    const known = offered.find(({ model: name }) => name === model.name)
    if (known) return known
    const id = freeIdFor(model.name, { file, others, host, taken })
    taken.add(id)
    const row = file.models.find((one) => !isPattern(one) && one.model === model.name)
    return (row && asInFile(row, id)) ?? asTold(model, id, basePrice(file))
  })
}

const basePrice = (file: ModelsFile): VendorPrice =>
  file.models.find(({ id }) => id === file.baseModel)?.price ?? { input: 1, cachedInput: 1, output: 5 }

/** Null of one that makes pictures: only the file offers these. */
function asInFile(row: ModelRow, id: string): OfferedModel | null {
  const { provider: _provider, effort: _effort, goodAt: _goodAt, fallbacks: _fallbacks, ...told } = row
  const { category, pictures: _pictures, ...model } = told
  return category === 'Media Generation' ? null : { ...model, category, id }
}

function asTold(model: DiscoveredModel, id: string, price: VendorPrice): OfferedModel {
  const contextLimit = model.contextLimit ?? unknownLimits.contextLimit
  const mostOut = model.maxOutputTokens ?? unknownLimits.maxOutputTokens
  const displayName = model.displayName ?? model.name.slice(0, 60)
  return {
    id,
    model: model.name,
    displayName,
    version: 'latest',
    description: displayName,
    category: 'Basic',
    contextLimit,
    // Credits are held for the longest answer: half of what fits, and no more than people read.
    maxOutputTokens: Math.max(1, Math.min(mostOut, Math.floor(contextLimit / 2), 16_000)),
    reasoning: false,
    image_processing: model.seesPictures ?? false,
    spreadsheet_agent: false,
    followupQuestionsDefault: false,
    is_deferred_response: false,
    promptCounter: false,
    speed: 3,
    quality: 3,
    price: model.price ?? price,
  }
}
