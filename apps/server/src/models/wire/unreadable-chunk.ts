import { TypeValidationError } from '@ai-sdk/provider'

/**
 * Returns what is lost with a JSON chunk in a form that the provider package does not know: nothing of the answer (a new kind of
 * annotation, for example), the token count, or text. Vendors add forms every month; only lost text is a fault.
 */
export function lostContentOf(error: unknown): 'nothing' | 'count' | 'words' {
  if (!TypeValidationError.isInstance(error)) return 'words'
  const { value } = error
  if (typeof value !== 'object' || value === null || 'error' in value || 'candidates' in value) return 'words'
  if ('choices' in value) {
    if (!Array.isArray(value.choices) || value.choices.length > 0) return 'words'
    return 'usage' in value ? 'count' : 'nothing'
  }
  if (!('type' in value) || typeof value.type !== 'string') return 'words'
  return /delta$|^content_block_start$|^message_|^error$|(completed|incomplete|failed|done)$/.test(value.type)
    ? 'words'
    : 'nothing'
}
