/** The fields that we read of a chat completion chunk; vendors send many more. */
export type ChatChunk = {
  choices?:
    | {
        delta?: {
          content?: string | { type: string; text?: unknown; thinking?: unknown }[] | null
          /** Some servers send `false` for none. */
          refusal?: unknown
          reasoning_content?: string | null
          reasoning?: string | null
          tool_calls?: readonly unknown[] | null
        } | null
        finish_reason?: string | null
      }[]
    | null
  usage?: ChatUsage | null
  x_groq?: { usage?: ChatUsage } | null
  /** An error instead of a chunk, in whatever form the server sends it. */
  error?: unknown
}

export type ChatUsage = {
  prompt_tokens?: number | null
  completion_tokens?: number | null
  prompt_tokens_details?: { cached_tokens?: number | null } | null
  completion_tokens_details?: { reasoning_tokens?: number | null } | null
}

/** Returns the value if every used field has the right type; else null. Checked by hand: this runs for every word. */
export function asChunk(value: unknown): ChatChunk | null {
  if (!isRecord(value)) return null
  if (value['error']) return value
  const { choices, usage, x_groq: groq } = value
  if (!Array.isArray(choices) || !isUsage(usage)) return null
  if (isRecord(groq) && !isUsage(groq['usage'])) return null
  return choices.length === 0 || isChoice(choices[0]) ? value : null
}

function isChoice(choice: unknown): boolean {
  if (!isRecord(choice) || !isText(choice['finish_reason'])) return false
  const { delta } = choice
  if (delta === undefined || delta === null) return true
  if (!isRecord(delta)) return false
  const { content } = delta
  return (
    isText(delta['reasoning_content']) &&
    isText(delta['reasoning']) &&
    areCalls(delta['tool_calls']) &&
    (isText(content) || (Array.isArray(content) && content.every((part) => isRecord(part))))
  )
}

function isUsage(usage: unknown): boolean {
  if (usage === undefined || usage === null) return true
  if (!isRecord(usage)) return false
  const { prompt_tokens_details: input, completion_tokens_details: output } = usage
  return (
    isCount(usage['prompt_tokens']) &&
    isCount(usage['completion_tokens']) &&
    (!isRecord(input) || isCount(input['cached_tokens'])) &&
    (!isRecord(output) || isCount(output['reasoning_tokens']))
  )
}

const areCalls = (calls: unknown) =>
  calls === undefined || calls === null || (Array.isArray(calls) && calls.every((call) => isRecord(call)))
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown) => value === undefined || value === null || typeof value === 'string'
const isCount = (value: unknown) => value === undefined || value === null || typeof value === 'number'
