/** What is read of one piece of a chat completion; vendors send much more. */
export type ChatChunk = {
  choices?:
    | {
        delta?: {
          content?: string | { type: string; text?: unknown; thinking?: unknown }[] | null
          /** Some servers send `false` for none. */
          refusal?: unknown
          reasoning_content?: string | null
          reasoning?: string | null
        } | null
        finish_reason?: string | null
      }[]
    | null
  usage?: ChatUsage | null
  x_groq?: { usage?: ChatUsage } | null
  /** A failure in place of a piece, in whatever form the server has for it. */
  error?: unknown
}

export type ChatUsage = {
  prompt_tokens?: number | null
  completion_tokens?: number | null
  prompt_tokens_details?: { cached_tokens?: number | null } | null
  completion_tokens_details?: { reasoning_tokens?: number | null } | null
}

/** The value, if every field that is read has the form it should have; else null. Checked by hand: this runs for every word. */
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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown) => value === undefined || value === null || typeof value === 'string'
const isCount = (value: unknown) => value === undefined || value === null || typeof value === 'number'
