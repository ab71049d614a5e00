import { AUTO_MODEL_ID, type Model } from '@atrium/contract'
import type { ModelRules } from '../accounts/index.ts'
import type { Log } from '../platform/log.ts'
import type { Configuration } from '../platform/settings.ts'
import { allowedByBoth, type AllowedModels, isAllowedBy } from './allowed-models.ts'
import type { CatalogueModel } from './catalogue.ts'
import type { AutoDecision } from './auto-decision.ts'
import { ConnectedProviders } from './connected-providers.ts'
import type { ModelWishes } from './model-wishes.ts'
import { presentAuto, presentModel } from './present.ts'
import { type Embedder, embedderOf } from './embed-texts.ts'
import { type PictureReader, pictureReaderOf } from './read-picture.ts'
import { connectionsOf, type Environment } from './provider-connections.ts'
import { readModelsFile } from './read-models-file.ts'
import { type Request, resolveModel, usableByAuto } from './resolve-model.ts'
import type { ResolvedModel } from './resolved-model.ts'
import { routeQuestion } from './route-question.ts'

export interface ModelsOptions {
  configuration: Configuration
  log: Log
  /** Variables that the file of models names and that are no setting of Atrium, such as another vendor's key or the sandbox's address. */
  environment?: Environment
  /** Milliseconds without a byte until an answer counts as stalled; each provider's own in the file when left out. */
  stallMs?: number
  /** How long an answer may take altogether, in milliseconds. */
  answerLimitMs?: number
}

/** The model for a question, and who answers in its place, in order, when its provider fails before the first word. */
export interface Resolution {
  model: ResolvedModel
  fallbacks: ResolvedModel[]
  /** How Auto chose it; null when a person did. */
  decision: AutoDecision | null
}

export interface Models {
  /**
   * 'auto' first, then the models of every configured provider that an account's rules allow; those of them that a room does not
   * allow say so.
   */
  list(options: ModelWishes & { rules?: ModelRules; roomModelIds?: AllowedModels }): Model[]
  /** Null when there is no such model, it is not allowed, or its provider does not answer. The caller checks that the prompt fits `contextLimit`. */
  resolve(modelId: string, request: Request): Resolution | null
  /**
   * The cheapest model that writes, of the provider that gave an answer, for naming its chat: the conversation goes to nobody new.
   * Of those that may be asked where the chat is, or the very one that answered. Null when there is none.
   */
  resolveForTitles(answeredBy: string, allowedModelIds: AllowedModels): ResolvedModel | null
  /** What makes vectors of texts; null when no such model is configured. Stays the same while the process runs. */
  readonly embedder: Embedder | null
  /** What reads pages that are pictures; null when no such model is configured. Stays the same while the process runs. */
  readonly pictureReader: PictureReader | null
  /** The providers behind them, for who administers these. */
  readonly providers: ConnectedProviders
  /** Whether a model that is not the sandbox's is configured and answers. */
  hasRealModel(): boolean
  /** Looks at every provider now; happens by itself at the start and every minute. */
  checkAvailability(): Promise<void>
  close(): Promise<void>
}

/** Long enough for the most thoughtful model's longest answer; an answer that drips for ever ends here. */
const answerLimitMs = 20 * 60_000
const lookEveryMs = 60_000

/**
 * Reads the file of models, connects the configured providers and looks at them once. Throws a `ConfigurationError` that names
 * the lines of the file's mistakes. Keys stay in this folder: nothing that comes out of it holds one.
 */
export async function createModels(options: ModelsOptions): Promise<Models> {
  const { configuration, log, environment = process.env } = options
  const limitMs = options.answerLimitMs ?? answerLimitMs
  const file = readModelsFile(configuration.modelsFile)
  const connections = connectionsOf(file.providers, configuration, environment)
  const { stallMs } = options
  const providers = new ConnectedProviders(file, connections, { log, stallMs, answerLimitMs: limitMs })
  await providers.lookFirst()
  const timer = setInterval(() => void providers.look(), lookEveryMs).unref()

  const resolved = (model: CatalogueModel): ResolvedModel => ({
    modelId: model.modelId,
    displayName: model.row.displayName,
    providerName: model.providerName,
    sandbox: model.sandbox,
    contextLimit: model.contextLimit,
    maxOutputTokens: model.row.maxOutputTokens,
    seesPictures: model.row.image_processing,
    reasoning: model.reasoning,
    price: model.price,
    protocol: model.watch.connection.row.protocol,
    effort: model.row.effort,
    answerLimitMs: limitMs,
    language: () => providers.languageModelOf(model),
    pictures: model.pictures,
    maker: () => providers.pictureMakerOf(model),
  })
  const available = () => providers.catalogue.models().filter(({ watch }) => watch.isUp)

  return {
    providers,
    embedder: embedderOf(file, providers),
    pictureReader: pictureReaderOf(file, providers),
    list({ preference, modelIds, favouriteIds, rules, roomModelIds = null }) {
      const isShown = ({ watch, modelId }: CatalogueModel) =>
        (watch.isUp || !watch.isOptional) && isAllowedBy(rules?.allowedModelIds ?? null, modelId)
      const models = providers.catalogue.models().filter(isShown)
      const allowedModelIds = allowedByBoth(rules?.allowedModelIds ?? null, roomModelIds)
      const forAuto = usableByAuto(providers.catalogue, { allowedModelIds, autoModelIds: modelIds }).filter(
        isShown,
      )
      const wanted = rules?.defaultModelId ?? file.defaultModel
      const isInRoom = ({ modelId }: CatalogueModel) => isAllowedBy(roomModelIds, modelId)
      const defaultModel = models.some((model) => model.modelId === wanted && isInRoom(model))
        ? wanted
        : AUTO_MODEL_ID
      return [
        presentAuto(forAuto, {
          options: { preference, modelIds },
          isDefault: defaultModel === AUTO_MODEL_ID,
          isShutOut: models.length > 0 && !models.some(isInRoom),
        }),
        ...models.map((model) =>
          presentModel(model, {
            isDefault: defaultModel === model.modelId,
            isFavourite: favouriteIds.includes(model.modelId),
            isAllowed: isInRoom(model),
          }),
        ),
      ]
    },
    resolve(modelId, request) {
      const found = resolveModel(providers.catalogue, modelId, request)
      return (
        found && {
          model: resolved(found.model),
          fallbacks: found.fallbacks.map(resolved),
          decision: found.decision,
        }
      )
    },
    resolveForTitles(answeredBy, allowedModelIds) {
      const model = providers.catalogue.find(answeredBy)
      if (!model?.watch.isUp) return null
      // A server of one's own may have to load another model for it, for minutes: the one that answered is at hand.
      if (model.watch.connection.row.discover && !model.makesPictures) return resolved(model)
      const { ranked } = routeQuestion(
        available().filter(
          (other) =>
            other.watch === model.watch &&
            !other.makesPictures &&
            (other.modelId === answeredBy || isAllowedBy(allowedModelIds, other.modelId)),
        ),
        { style: 'quick', inputTokens: 0, preference: 'cheapest' },
      )
      const [cheapest] = ranked
      if (cheapest) return resolved(cheapest)
      return model.makesPictures ? null : resolved(model)
    },
    hasRealModel: () => available().some((model) => !model.sandbox),
    checkAvailability: () => providers.look(),
    async close() {
      clearInterval(timer)
      await providers.close()
    },
  }
}
