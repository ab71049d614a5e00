import type { ModelPrice } from '../../credits/index.ts'
import { isPattern, matches } from './check-models-file.ts'
import type { Candidate } from '../auto/route-question.ts'
import type { ModelRow, ModelsFile } from './models-file.ts'
import type { PictureModel } from '../pictures/picture-model.ts'
import { creditsPerTypicalQuestion, pictureMilli, priceInCredits, typicalCostUsd } from './price.ts'
import type { ProviderWatch } from '../providers/watch-provider.ts'

/** A model of a configured provider, with its price in credits. */
export interface CatalogueModel extends Candidate {
  row: ModelRow
  watch: ProviderWatch
  price: ModelPrice
  /** Its picture options; null for a text model. */
  pictures: PictureModel | null
}

/**
 * The available models: the file's models of configured providers, those discovered on their servers, and added ones. For a
 * duplicate id, the file takes precedence.
 */
export class Catalogue {
  readonly #rows: readonly ModelRow[]
  readonly #watches: ReadonlyMap<string, ProviderWatch>
  /** Price of one credit in dollars. */
  readonly creditUsd: number

  constructor(file: ModelsFile, addedRows: readonly ModelRow[], watches: readonly ProviderWatch[]) {
    this.#rows = [...file.models, ...addedRows]
    this.#watches = new Map(watches.map((watch) => [watch.connection.row.name, watch]))
    const base = file.models.find((model) => model.id === file.baseModel)
    if (!base) throw new Error('The base model is checked when the file is read.')
    this.creditUsd = typicalCostUsd(base.price)
  }

  /** In the order of the file, then as added. */
  models(): CatalogueModel[] {
    const ids = new Set<string>()
    const isFirst = ({ modelId }: CatalogueModel) => !ids.has(modelId) && ids.add(modelId)
    return this.#rows.flatMap((row) => this.#modelsOf(row).filter(isFirst))
  }

  #modelsOf(row: ModelRow): CatalogueModel[] {
    const watch = this.#watches.get(row.provider)
    if (!watch) return []
    if (!isPattern(row)) return [this.#model(row, watch)]
    return watch.vendorModels.map((vendorModel) => this.#model(filledIn(row, vendorModel), watch))
  }

  /** Returns the model of this id, or null. A pattern matches every id of its form, unless its provider lists its models. */
  find(modelId: string): CatalogueModel | null {
    const listed = this.models().find((model) => model.modelId === modelId)
    if (listed) return listed
    const row = this.#rows.find((model) => isPattern(model) && matches(model.id, modelId))
    const watch = row && this.#watches.get(row.provider)
    if (!row || !watch || watch.connection.row.discover) return null
    return this.#model(filledIn(row, modelId.slice(row.id.length - 1)), watch)
  }

  #model(row: ModelRow, watch: ProviderWatch): CatalogueModel {
    const price = priceInCredits(row.price, this.creditUsd)
    const pictures = row.pictures && {
      ...row.pictures,
      sizes: row.pictures.sizes.map(({ price: usd, ...size }) => ({
        ...size,
        milliEach: pictureMilli(usd, this.creditUsd),
      })),
    }
    const firstSize = pictures?.sizes[0]
    return {
      row,
      watch,
      price,
      pictures,
      modelId: row.id,
      providerName: watch.connection.row.displayName,
      sandbox: watch.connection.row.sandbox,
      contextLimit: row.contextLimit,
      reasoning: row.reasoning,
      seesImages: row.image_processing,
      readsSpreadsheets: row.spreadsheet_agent,
      countsPrompts: row.promptCounter,
      makesPictures: pictures !== null,
      goodAt: row.goodAt,
      speed: row.speed,
      quality: row.quality,
      // For a picture model, the price by which Auto compares it.
      creditsPerTypicalQuestion: firstSize ? firstSize.milliEach / 1000 : creditsPerTypicalQuestion(price),
    }
  }
}

/** The row of one model from the row of a pattern. */
function filledIn(row: ModelRow, name: string): ModelRow {
  const fill = (pattern: string) => pattern.replaceAll('*', () => name)
  return {
    ...row,
    id: fill(row.id),
    model: fill(row.model),
    displayName: fill(row.displayName).slice(0, 60).toWellFormed(),
  }
}
