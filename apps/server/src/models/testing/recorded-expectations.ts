import type { Protocol } from '../catalogue/models-file.ts'
import type { Recording } from './replay.ts'

/** Recordings of unsupported features, and the reason. */
export function reasonToLeaveOut({ kind, url, file }: Recording): string | null {
  if (kind === 'http-error') return 'an HTTP error: read in a test of its own'
  if (kind === null) return "OpenAI's former Assistants API"
  if (kind === 'gemini-interactions') return "Google's Interactions API: Gemini is asked by generateContent"
  if (kind === 'ollama-chat' || kind === 'ollama-generate')
    return "Ollama's own API: Ollama is asked by OpenAI's protocol"
  if (url?.endsWith('/v1/completions') || file === 'openai/vercelai-openai-completion-text.sse')
    return "OpenAI's former text completions"
  if (file === 'anthropic/vercelai-spliced-message-start.sse')
    return 'two answers mixed within one stream: refused as malformed, tested below'
  return null
}

/** The protocol that the product would have used for it. */
export function protocolOf({ kind, provider, file }: Recording): Protocol {
  if (kind === 'anthropic') return 'anthropic'
  if (kind === 'gemini') return 'google'
  if (kind === 'openai-responses') return provider === 'azure' ? 'azure-responses' : 'openai-responses'
  if (provider === 'openai' || provider === 'mistral') return provider
  // Models of other vendors on Azure show their reasoning only in the open protocol.
  if (provider === 'azure') return file.includes('deepseek') ? 'openai-compatible' : 'azure'
  return 'openai-compatible'
}

/** Anthropic's summary of the conversation within an answer: billed and counted in its round, but missing in the total. */
const countedByRounds: Record<string, [number, number]> = {
  'anthropic/pydantic-test_anthropic_compaction_usage_with_cache_streaming.sse': [281, 91],
}

/** Total input and output tokens by the vendor's own fields. Null for a count that isn't credible: nothing read. */
export function expectedTokens({ kind, file, expect: { usage } }: Recording): [number, number] | null {
  if (!usage) return null
  const sum = (...names: string[]) =>
    names
      .map((name) => usage[name])
      .reduce<number>((total, value) => total + (typeof value === 'number' ? value : 0), 0)
  const [input, output] =
    kind === 'gemini'
      ? [
          sum('promptTokenCount', 'toolUsePromptTokenCount'),
          sum('candidatesTokenCount', 'thoughtsTokenCount'),
        ]
      : kind === 'openai-chat'
        ? [sum('prompt_tokens'), sum('completion_tokens')]
        : [
            sum('input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'),
            sum('output_tokens'),
          ]
  return countedByRounds[file] ?? (input === 0 ? null : [input, output])
}
