import type {
  AddedProvider,
  OfferedModel,
  ProviderChanges,
  ProviderKind,
  Providers,
  ProviderToAdd,
} from '@atrium/contract'

/** A model in the form: its settings, and whether it is offered. Numbers are text while they are typed. */
export interface ModelDraft {
  isOffered: boolean
  model: OfferedModel
}

/** The form of a provider. */
export interface ProviderDraft {
  kind: ProviderKind
  displayName: string
  baseUrl: string
  /** Empty: keeps the stored one, if any. */
  key: string
  models: ModelDraft[]
}

/** Each vendor's default address and name. */
const knownProviders: Record<ProviderKind, { name: string; baseUrl: string }> = {
  openai: { name: 'OpenAI', baseUrl: 'https://api.openai.com/v1' },
  anthropic: { name: 'Anthropic', baseUrl: 'https://api.anthropic.com/v1' },
  google: { name: 'Google', baseUrl: 'https://generativelanguage.googleapis.com/v1beta' },
  azure: { name: 'Azure OpenAI', baseUrl: '' },
  mistral: { name: 'Mistral', baseUrl: 'https://api.mistral.ai/v1' },
  'openai-compatible': { name: '', baseUrl: '' },
  ollama: { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434' },
}

export const newDraft = (kind: ProviderKind, baseUrl = knownProviders[kind].baseUrl): ProviderDraft => ({
  kind,
  displayName: knownProviders[kind].name,
  baseUrl,
  key: '',
  models: [],
})

export const draftOf = ({ kind, displayName, baseUrl, models }: AddedProvider): ProviderDraft => ({
  kind,
  displayName,
  baseUrl,
  key: '',
  models: models.map(({ isHidden: _isHidden, ...model }) => ({ isOffered: true, model })),
})

/** Another protocol sets its vendor's name and address, unless edited. */
export function withKind(draft: ProviderDraft, kind: ProviderKind): ProviderDraft {
  const [before, now] = [knownProviders[draft.kind], knownProviders[kind]]
  return {
    ...draft,
    kind,
    displayName: draft.displayName === before.name ? now.name : draft.displayName,
    baseUrl: draft.baseUrl === before.baseUrl ? now.baseUrl : draft.baseUrl,
  }
}

/** Adds the discovered models to the form, whose models keep their edits. */
export function withFound(draft: ProviderDraft, found: readonly OfferedModel[]): ProviderDraft {
  const known = new Set(draft.models.map(({ model }) => model.model))
  const fresh = found.filter(({ model }) => !known.has(model)).map((model) => ({ isOffered: false, model }))
  return { ...draft, models: [...draft.models, ...fresh] }
}

/** A model that no list has, such as an Azure deployment, with conservative limits. */
export const modelByName = (name: string): ModelDraft => ({
  isOffered: true,
  model: {
    id: name.replaceAll(/[^A-Za-z0-9._:/@-]/g, '-').slice(0, 121),
    model: name,
    displayName: name.slice(0, 60),
    version: 'latest',
    description: name.slice(0, 500),
    category: 'Basic',
    contextLimit: 32_000,
    maxOutputTokens: 4_000,
    reasoning: false,
    image_processing: false,
    tool_calls: false,
    spreadsheet_agent: false,
    followupQuestionsDefault: false,
    is_deferred_response: false,
    promptCounter: false,
    speed: 3,
    quality: 3,
    price: { input: 1, cachedInput: 1, output: 5 },
  },
})

export const offeredOf = (draft: ProviderDraft): OfferedModel[] =>
  draft.models.filter(({ isOffered }) => isOffered).map(({ model }) => model)

export function looksLikeAddress(text: string): boolean {
  const trimmed = text.trim()
  return URL.canParse(trimmed) && /^https?:$/.test(new URL(trimmed).protocol)
}

export const looksLikeKey = (text: string): boolean => /^[\x21-\x7e]{0,2000}$/.test(text.trim())

/** A stored key is only sent to its host. */
export function needsKeyAgain(draft: ProviderDraft, edited: AddedProvider | null): boolean {
  if (!edited?.key || draft.key.trim() !== '' || !looksLikeAddress(draft.baseUrl)) return false
  return new URL(draft.baseUrl.trim()).origin !== new URL(edited.baseUrl).origin
}

export function toAdd(draft: ProviderDraft): ProviderToAdd {
  const key = draft.key.trim()
  return {
    kind: draft.kind,
    displayName: draft.displayName.trim(),
    baseUrl: draft.baseUrl.trim(),
    ...(key && { key }),
    // A local model may have to load first.
    stallSeconds: draft.kind === 'ollama' || draft.kind === 'openai-compatible' ? 180 : 60,
    models: offeredOf(draft),
  }
}

export function toChange(draft: ProviderDraft, { revision }: AddedProvider): ProviderChanges {
  const { stallSeconds: _stallSeconds, ...changes } = toAdd(draft)
  return { ...changes, revision }
}

/** The price of a typical question in credits, to two significant digits. */
export function creditsOf(price: OfferedModel['price'], pricing: Providers['pricing']): number {
  const { creditUsd, inputTokens, outputTokens } = pricing
  const usd = (inputTokens * price.input + outputTokens * price.output) / 1_000_000
  return Number((usd / creditUsd).toPrecision(2))
}
