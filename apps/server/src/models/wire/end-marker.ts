const ends = new Set(['message_stop', 'response.completed', 'response.incomplete', 'response.failed'])

/**
 * Whether a provider's event ends the answer, so that later events aren't part of it. Google has no such event, since some of its
 * models send a finish reason with every event.
 */
export function isEndMarker(event: unknown): boolean {
  if (!isRecord(event)) return false
  const { type, delta, choices } = event
  if (typeof type === 'string' && ends.has(type)) return true
  if (type === 'message_delta') return isRecord(delta) && typeof delta['stop_reason'] === 'string'
  const [choice] = Array.isArray(choices) ? (choices as unknown[]) : []
  return isRecord(choice) && typeof choice['finish_reason'] === 'string' && choice['finish_reason'] !== ''
}

/** Whether a provider's event starts a message. */
export const isStartMarker = (event: unknown): boolean =>
  isRecord(event) && (event['type'] === 'message_start' || event['type'] === 'response.created')

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
