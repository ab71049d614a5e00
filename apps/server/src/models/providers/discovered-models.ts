import type { VendorPrice } from '@atrium/contract'

/** A provider's description of one of its models; null for what it doesn't say. */
export interface DiscoveredModel {
  /** The vendor's name for it. */
  name: string
  displayName: string | null
  /** Tokens. */
  contextLimit: number | null
  maxOutputTokens: number | null
  price: VendorPrice | null
  seesPictures: boolean | null
}

const maxModels = 500
const notForTalk = /embed|rerank|whisper|tts|dall-e|image|moderation|transcri|speech/i
const nameForm = /^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,120}$/

/**
 * Returns the models in a vendor's list: OpenAI's, Anthropic's and Mistral's `data[]`, Google's and Ollama's `models[]`, with the
 * additions of OpenRouter and vLLM. Leaves out models that can't chat. Null when this is no such list.
 */
export function discoveredModels(list: unknown): DiscoveredModel[] | null {
  const rows = isRecord(list) ? (list['data'] ?? list['models']) : undefined
  if (!Array.isArray(rows)) return null
  return rows.flatMap((row: unknown) => (isRecord(row) ? (modelOf(row) ?? []) : [])).slice(0, maxModels)
}

function modelOf(row: Row): DiscoveredModel | null {
  const given = row['id'] ?? row['name']
  if (typeof given !== 'string') return null
  const name = given.replace(/^models\//, '')
  if (!nameForm.test(name) || notForTalk.test(name) || !writes(row)) return null
  return {
    name,
    displayName: text(row['display_name'] ?? row['displayName'] ?? (row['id'] ? row['name'] : null)),
    contextLimit: tokens(
      row['inputTokenLimit'] ??
        row['max_input_tokens'] ??
        row['context_length'] ??
        row['max_context_length'] ??
        row['max_model_len'],
    ),
    maxOutputTokens: tokens(
      row['outputTokenLimit'] ?? row['max_tokens'] ?? inside(row['top_provider'], 'max_completion_tokens'),
    ),
    price: priceOf(row['pricing']),
    seesPictures: seesPictures(row),
  }
}

/** Google and Mistral say what a model is for. */
function writes(row: Row): boolean {
  const methods = row['supportedGenerationMethods']
  if (Array.isArray(methods)) return methods.includes('generateContent')
  return inside(row['capabilities'], 'completion_chat') !== false
}

function seesPictures(row: Row): boolean | null {
  const vision = inside(row['capabilities'], 'vision')
  if (typeof vision === 'boolean') return vision
  const modalities = inside(row['architecture'], 'input_modalities')
  return Array.isArray(modalities) ? modalities.includes('image') : null
}

/** OpenRouter's prices are dollars per token, as text. */
function priceOf(pricing: unknown): VendorPrice | null {
  const perMillion = (field: string) => {
    const dollars = Number(inside(pricing, field) ?? Number.NaN) * 1_000_000
    return Number.isFinite(dollars) && dollars >= 0 && dollars <= 10_000
      ? Number(dollars.toPrecision(6))
      : null
  }
  const [input, output] = [perMillion('prompt'), perMillion('completion')]
  if (input === null || output === null) return null
  return { input, cachedInput: perMillion('input_cache_read') ?? input, output }
}

type Row = Record<string, unknown>
const isRecord = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const inside = (value: unknown, field: string): unknown => (isRecord(value) ? value[field] : undefined)
const tokens = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 10_000_000 ? value : null
/** A displayable name, or nothing: it is third-party text. */
const text = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  const line = value.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim()
  return line === '' ? null : line.slice(0, 60).toWellFormed().trim()
}
