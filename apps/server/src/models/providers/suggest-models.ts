import type { OfferedModel, VendorPrice } from '@atrium/contract'
import { isPattern } from '../catalogue/check-models-file.ts'
import type { DiscoveredModel } from './discovered-models.ts'
import type { ModelRow, ModelsFile } from '../catalogue/models-file.ts'
import { freeIdFor } from './check-offered.ts'
import type { StoredProvider } from './stored-provider.ts'

type Suggesting = {
  file: ModelsFile
  /** The other added providers. */
  others: readonly StoredProvider[]
  /** The provider's host, as a prefix for taken ids. */
  host: string
  /** Models that this provider offers already, whose settings stay. */
  offered: readonly OfferedModel[]
}

/** Conservative, so that a model without known limits isn't sent too much. */
const unknownLimits = { contextLimit: 32_000, maxOutputTokens: 4_000 }

/**
 * Returns suggested settings for each discovered model: as offered already, else as the models file describes one of this name,
 * else as the vendor does. An unknown price is the base model's.
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
    return (row && asInFile(row, id)) ?? fromProvider(model, id, basePrice(file))
  })
}

const basePrice = (file: ModelsFile): VendorPrice =>
  file.models.find(({ id }) => id === file.baseModel)?.price ?? { input: 1, cachedInput: 1, output: 5 }

/** Null for a picture model: only the file offers these. */
function asInFile(row: ModelRow, id: string): OfferedModel | null {
  const { provider: _provider, effort: _effort, goodAt: _goodAt, fallbacks: _fallbacks, ...fields } = row
  const { category, pictures: _pictures, ...model } = fields
  return category === 'Media Generation' ? null : { ...model, category, id }
}

function fromProvider(model: DiscoveredModel, id: string, price: VendorPrice): OfferedModel {
  const contextLimit = model.contextLimit ?? unknownLimits.contextLimit
  const outputLimit = model.maxOutputTokens ?? unknownLimits.maxOutputTokens
  const displayName = model.displayName ?? model.name.slice(0, 60)
  return {
    id,
    model: model.name,
    displayName,
    version: 'latest',
    description: displayName,
    category: 'Basic',
    contextLimit,
    // The longest answer determines the hold: half of the context window, within a readable length.
    maxOutputTokens: Math.max(1, Math.min(outputLimit, Math.floor(contextLimit / 2), 16_000)),
    reasoning: false,
    image_processing: model.seesPictures ?? false,
    tool_calls: false,
    spreadsheet_agent: false,
    followupQuestionsDefault: false,
    is_deferred_response: false,
    promptCounter: false,
    speed: 3,
    quality: 3,
    price: model.price ?? price,
  }
}
