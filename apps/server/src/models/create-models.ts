import { AUTO_MODEL_ID, type Model } from '@atrium/contract'
import type { ModelRules } from '../accounts/index.ts'
import type { Log } from '../platform/log.ts'
import type { Configuration } from '../platform/config/settings.ts'
import { allowedByBoth, type AllowedModels, isAllowedBy } from './catalogue/allowed-models.ts'
import type { CatalogueModel } from './catalogue/catalogue.ts'
import type { AutoDecision } from './auto/auto-decision.ts'
import { ConnectedProviders } from './providers/connected-providers.ts'
import type { ModelPreferences } from './catalogue/model-preferences.ts'
import { presentAuto, presentModel } from './catalogue/present.ts'
import { type Embedder, embedderOf, type FaultListener } from './wire/embed-texts.ts'
import { type PictureReader, pictureReaderOf } from './pictures/read-picture.ts'
import {
  type Connection,
  connectionsOf,
  type Environment,
  type InstalledServer,
  installedServersOf,
} from './providers/provider-connections.ts'
import type { SearchRow } from './catalogue/models-file.ts'
import { readModelsFile } from './catalogue/read-models-file.ts'
import { type Request, resolveModel, usableByAuto } from './catalogue/resolve-model.ts'
import { type ProviderState, stateOfProvider } from './providers/provider-state.ts'
import type { ResolvedModel } from './catalogue/resolved-model.ts'
import { routeQuestion } from './auto/route-question.ts'
import { checkIntervalMs } from './providers/watch-provider.ts'

export interface ModelsOptions {
  configuration: Configuration
  log: Log
  /**
   * Variables that the models file names and that are not Atrium settings, such as another vendor's key or the sandbox's address.
   */
  environment?: Environment
  /** Milliseconds without a byte until an answer counts as stalled; by default each provider's own in the file. */
  stallMs?: number
  /** Maximum duration of an answer, in milliseconds. */
  answerLimitMs?: number
  onFault?: FaultListener
}

/** The model for a question, and its fallbacks, in order, for when its provider fails before the first word. */
export interface Resolution {
  model: ResolvedModel
  fallbacks: ResolvedModel[]
  /** How Auto chose it; null when a person did. */
  decision: AutoDecision | null
}

export interface Models {
  /**
   * 'auto' first, then the models of every configured provider that the account's rules allow; those that a room does not allow
   * are marked.
   */
  list(
    options: ModelPreferences & { rules?: ModelRules; roomModelIds?: AllowedModels; hasWebSearch?: boolean },
  ): Model[]
  /** Null for an unknown or disallowed model. The caller checks that the prompt fits `contextLimit`. */
  resolve(modelId: string, request: Request): Resolution | null
  /**
   * The cheapest text model of the provider that gave an answer, for naming its chat, so that no other provider gets the
   * conversation. One of the allowed models, or the one that answered. Null when there is none.
   */
  resolveForTitles(answeredBy: string, allowedModelIds: AllowedModels): ResolvedModel | null
  /** The embedding model; null when none is configured. Constant while the process runs. */
  readonly embedder: Embedder | null
  /** The model that reads scanned pages; null when none is configured. Constant while the process runs. */
  readonly pictureReader: PictureReader | null
  /** The configured search services of the file, in order, with their keys. Constant while the process runs. */
  readonly searchServices: readonly Connection<SearchRow>[]
  /** The tool servers of the file that are configured. */
  readonly toolServers: readonly InstalledServer[]
  /** The providers, for their administrators. */
  readonly providers: ConnectedProviders
  /** The status of each connected provider, as this process sees it. Leaves out an Ollama that isn't running. */
  providerStates(): ProviderState[]
  /** Status of embeddings: `none` without a model. */
  embeddingState(): 'none' | 'up' | 'down'
  /** Whether a real model, not the sandbox's, is configured and answers. */
  hasRealModel(): boolean
  /** Checks every provider now; also runs at start and every minute. */
  checkAvailability(): Promise<void>
  close(): Promise<void>
}

/** Long enough for the longest answer of a reasoning model; ends an answer that trickles forever. */
const answerLimitMs = 20 * 60_000

/**
 * Reads the models file, connects the configured providers and checks them once. Throws a `ConfigurationError` with the lines of
 * the file's mistakes. Keys stay in this folder: nothing that it exports contains one.
 */
export async function createModels(options: ModelsOptions): Promise<Models> {
  const { configuration, log, environment = process.env } = options
  const limitMs = options.answerLimitMs ?? answerLimitMs
  const file = readModelsFile(configuration.modelsFile)
  const connections = connectionsOf(file.providers, configuration, environment)
  const { stallMs } = options
  const providers = new ConnectedProviders(file, connections, {
    log,
    stallMs,
    answerLimitMs: limitMs,
    sandboxYields: configuration.sandbox === 'auto',
  })
  await providers.lookFirst()
  const timer = setInterval(() => void providers.look(), checkIntervalMs).unref()

  const resolved = (model: CatalogueModel): ResolvedModel => ({
    modelId: model.modelId,
    displayName: model.row.displayName,
    providerName: model.providerName,
    sandbox: model.sandbox,
    contextLimit: model.contextLimit,
    maxOutputTokens: model.row.maxOutputTokens,
    seesPictures: model.row.image_processing,
    callsTools: model.row.tool_calls,
    readsSpreadsheets: model.row.spreadsheet_agent && model.row.tool_calls,
    isDeferred: model.row.is_deferred_response,
    reasoning: model.reasoning,
    price: model.price,
    protocol: model.watch.connection.row.protocol,
    effort: model.row.effort,
    silenceLimitMs: stallMs ?? model.watch.connection.row.stallSeconds * 1000,
    answerLimitMs: limitMs,
    language: () => providers.languageModelOf(model),
    onFault: (code) => {
      model.watch.noteFault(code)
      options.onFault?.(model.providerName, code)
    },
    pictures: model.pictures,
    maker: () => providers.pictureMakerOf(model),
  })
  const onFault: FaultListener = (provider, code) => {
    providers.watchOf(provider)?.noteFault(code)
    options.onFault?.(provider, code)
  }
  const available = () => providers.catalogue.models().filter(({ watch }) => watch.isUp)

  return {
    providers,
    searchServices: connectionsOf(file.search, configuration, environment),
    toolServers: installedServersOf(file.toolServers, configuration, environment),
    embedder: embedderOf(file, providers, onFault),
    pictureReader: pictureReaderOf(file, providers, onFault),
    list({ preference, modelIds, favouriteIds, rules, roomModelIds = null, hasWebSearch = false }) {
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
          hasWebSearch,
        }),
        ...models.map((model) =>
          presentModel(model, {
            isDefault: defaultModel === model.modelId,
            isFavourite: favouriteIds.includes(model.modelId),
            isAllowed: isInRoom(model),
            hasWebSearch,
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
      // A self-hosted server may take minutes to load another model: the one that answered is already loaded.
      if (model.watch.connection.row.discover && !model.makesPictures) return resolved(model)
      const { ranked } = routeQuestion(
        available().filter(
          (other) =>
            other.watch === model.watch &&
            !other.makesPictures &&
            !other.row.is_deferred_response &&
            (other.modelId === answeredBy || isAllowedBy(allowedModelIds, other.modelId)),
        ),
        { style: 'quick', inputTokens: 0, preference: 'cheapest' },
      )
      const [cheapest] = ranked
      if (cheapest) return resolved(cheapest)
      return model.makesPictures ? null : resolved(model)
    },
    providerStates: () =>
      providers.watched.filter((watch) => watch.isUp || !watch.isOptional).map(stateOfProvider),
    embeddingState() {
      const row = file.embeddings.find((one) => providers.embeddingMakerOf(one))
      if (!row) return 'none'
      return providers.watchOf(row.provider)?.isUp === false ? 'down' : 'up'
    },
    hasRealModel: () => available().some((model) => !model.sandbox),
    checkAvailability: () => providers.look(),
    async close() {
      clearInterval(timer)
      await providers.close()
    },
  }
}
