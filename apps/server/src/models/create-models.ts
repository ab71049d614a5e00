import { AUTO_MODEL_ID, type AutoPreference, type Model } from '@atrium/contract'
import type { ModelRules } from '../accounts/index.ts'
import type { Log } from '../platform/log.ts'
import type { Configuration } from '../platform/settings.ts'
import { Catalogue, type CatalogueModel } from './catalogue.ts'
import { chooseModels, fallbacksAmong, type Needs } from './choose-model.ts'
import { languageModelsOf, type LanguageModels } from './language-models.ts'
import { createModelHttp } from './model-http.ts'
import { presentAuto, presentModel } from './present.ts'
import { connectionsOf, type Environment } from './provider-connections.ts'
import { readModelsFile } from './read-models-file.ts'
import type { ResolvedModel } from './resolved-model.ts'
import { ProviderWatch } from './watch-provider.ts'

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

/** The model for a question, why it is that one, and who answers in its place, in order, when its provider fails before the first word. */
export interface Resolution {
  model: ResolvedModel
  /** Chosen by the person, or by Auto for this preference. */
  chosenBy: 'person' | AutoPreference
  fallbacks: ResolvedModel[]
}

export interface Models {
  /** 'auto' first, then the models of every configured provider, those that an account's rules allow. */
  list(options: { preference: AutoPreference; rules?: ModelRules }): Model[]
  /** Null when there is no such model, it is not allowed, or its provider does not answer. The caller checks that the prompt fits `contextLimit`. */
  resolve(modelId: string, needs: Needs): Resolution | null
  /** The cheapest model of the provider that gave an answer, for naming its chat: the conversation goes to nobody new. */
  resolveForTitles(answeredBy: string): Resolution | null
  /** Whether a model that is not the sandbox's is configured and answers. */
  hasRealModel(): boolean
  /** Looks at every provider now; happens by itself at the start and every minute. */
  checkAvailability(): Promise<void>
  close(): Promise<void>
}

/** Long enough for the most thoughtful model's longest answer; an answer that drips for ever ends here. */
const answerLimitMs = 20 * 60_000
const lookEveryMs = 60_000
/** At the start only this long is waited, so that a dead address does not hold up the first page. */
const firstLookMs = 1_500

/**
 * Reads the file of models, connects the configured providers and looks at them once. Throws a `ConfigurationError` that names
 * the lines of the file's mistakes. Keys stay in this folder: nothing that comes out of it holds one.
 */
export async function createModels(options: ModelsOptions): Promise<Models> {
  const { configuration, log, environment = process.env } = options
  const file = readModelsFile(configuration.modelsFile)
  const providers = connectionsOf(file.providers, configuration, environment).map((connection) => {
    const http = createModelHttp({ stallMs: options.stallMs ?? connection.row.stallSeconds * 1000 })
    return {
      http,
      watch: new ProviderWatch(connection, http.fetch, log),
      models: languageModelsOf(connection, http),
    }
  })
  const languageModels = new Map<ProviderWatch, LanguageModels>(
    providers.map(({ watch, models }) => [watch, models]),
  )
  const catalogue = new Catalogue(
    file,
    providers.map(({ watch }) => watch),
  )
  const lookAtAll = async (timeoutMs?: number) => {
    await Promise.all(providers.map(({ watch }) => watch.look(timeoutMs)))
  }
  await lookAtAll(firstLookMs)
  const timer = setInterval(() => void lookAtAll(), lookEveryMs).unref()

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
    answerLimitMs: options.answerLimitMs ?? answerLimitMs,
    language: () => languageModelOf(model),
  })
  const languageModelOf = ({ watch, row }: CatalogueModel) => {
    const models = languageModels.get(watch)
    if (!models) throw new Error('Every watched provider has its models.')
    return models(row.model)
  }
  const resolution = (
    model: CatalogueModel,
    chosenBy: Resolution['chosenBy'],
    fallbacks: CatalogueModel[] = [],
  ): Resolution => ({
    model: resolved(model),
    chosenBy,
    fallbacks: fallbacks.map(resolved),
  })
  const available = () => catalogue.models().filter(({ watch }) => watch.isUp)
  const isAllowed =
    (allowed: readonly string[] | null | undefined) =>
    ({ modelId }: CatalogueModel) =>
      !allowed || allowed.includes(modelId)
  const suits =
    ({ pictures }: Needs) =>
    ({ row }: CatalogueModel) =>
      !pictures || row.image_processing

  return {
    list({ preference, rules }) {
      const models = catalogue
        .models()
        .filter(({ watch }) => watch.isUp || !watch.isOptional)
        .filter(isAllowed(rules?.allowedModelIds))
      const wanted = rules?.defaultModelId ?? file.defaultModel
      const defaultModel = models.some(({ modelId }) => modelId === wanted) ? wanted : AUTO_MODEL_ID
      return [
        presentAuto(models, { preference, isDefault: defaultModel === AUTO_MODEL_ID }),
        ...models.map((model) => presentModel(model, { isDefault: defaultModel === model.modelId })),
      ]
    },
    resolve(modelId, needs) {
      if (modelId === AUTO_MODEL_ID) {
        const chosen = chooseModels(
          available().filter(isAllowed(needs.allowedModelIds)).filter(suits(needs)),
          needs,
        )
        const [model] = chosen
        return model ? resolution(model, needs.preference, fallbacksAmong(chosen)) : null
      }
      const model = catalogue.find(modelId)
      if (!model?.watch.isUp || !isAllowed(needs.allowedModelIds)(model)) return null
      const fallbacks = model.row.fallbacks
        .flatMap((id) => catalogue.find(id) ?? [])
        .filter(({ watch }) => watch.isUp)
        .filter(isAllowed(needs.allowedModelIds))
        .filter(suits(needs))
      return resolution(model, 'person', fallbacks)
    },
    resolveForTitles(answeredBy) {
      const model = catalogue.find(answeredBy)
      if (!model?.watch.isUp) return null
      // A server of one's own may have to load another model for it, for minutes: the one that answered is at hand.
      if (model.watch.connection.row.discover) return resolution(model, 'cheapest')
      const [cheapest] = chooseModels(
        available().filter(({ watch }) => watch === model.watch),
        { style: 'quick', inputTokens: 0, preference: 'cheapest' },
      )
      return resolution(cheapest ?? model, 'cheapest')
    },
    hasRealModel: () => available().some((model) => !model.sandbox),
    checkAvailability: () => lookAtAll(),
    async close() {
      clearInterval(timer)
      await Promise.all(providers.map(({ http }) => http.close()))
    },
  }
}
