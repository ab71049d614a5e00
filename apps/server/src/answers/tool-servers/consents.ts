import type { ToolCallId } from '@atrium/contract'

/** Wakes the answers of this process that wait for a decision. */
export interface Consents {
  /** Resolves with the next decision about the call; `end` when nobody waits for it any more. */
  next(callId: ToolCallId): { promise: Promise<void>; end(): void }
  wake(callId: ToolCallId): void
}

export function createConsents(): Consents {
  const waiting = new Map<ToolCallId, () => void>()
  return {
    next(callId) {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.set(callId, resolve)
      return { promise, end: () => void (waiting.get(callId) === resolve && waiting.delete(callId)) }
    },
    wake: (callId) => waiting.get(callId)?.(),
  }
}
