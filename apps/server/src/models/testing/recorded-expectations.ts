import type { Protocol } from '../models-file.ts'
import type { Recording } from './replay.ts'

/** Recordings of what is not spoken here, and why. */
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

/** The protocol in which the product would have asked for it. */
export function protocolOf({ kind, provider, file }: Recording): Protocol {
  if (kind === 'anthropic') return 'anthropic'
  if (kind === 'gemini') return 'google'
  if (kind === 'openai-responses') return provider === 'azure' ? 'azure-responses' : 'openai-responses'
  if (provider === 'openai' || provider === 'mistral') return provider
  // What Azure hosts of other makers shows its reasoning only to readers of the open protocol.
  if (provider === 'azure') return file.includes('deepseek') ? 'openai-compatible' : 'azure'
  return 'openai-compatible'
}

/** A summary of the conversation that Anthropic made on the way: billed, but missing in the total that stands beside the rounds. */
const countedByRounds: Record<string, [number, number]> = {
  'anthropic/pydantic-test_anthropic_compaction_usage_with_cache_streaming.sse': [281, 91],
}

/** Input and output tokens in total, as the vendor's own fields add up to. Null for a count that nobody can believe: nothing read. */
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
