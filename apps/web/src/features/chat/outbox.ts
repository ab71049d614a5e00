import type { TurnId } from '@atrium/contract'
import type { AskContext, AskedHere, Refusal } from './running-answer.ts'

/** A question that the server has not taken yet, or refused; it outlives the page. */
export type OutboxEntry = { asked: AskedHere; context: AskContext; refusal: Refusal | null }

/** Questions on their way to the server, so that a reload, a crash or an expired session loses none of them. */
export type Outbox = {
  all(): OutboxEntry[]
  put(entry: OutboxEntry): void
  remove(turnId: TurnId): void
}

const storageKey = 'atrium.outbox'
// Entries of an older form of this page are not sent: the server would refuse them anyway.
const formVersion = 1

/** Keeps the outbox in a storage that all tabs of the browser share. Several tabs sending one entry is harmless: it has ids. */
export function createOutbox(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): Outbox {
  const read = (): OutboxEntry[] => {
    const text = storage.getItem(storageKey)
    if (text === null) return []
    try {
      const stored: unknown = JSON.parse(text)
      return isOutbox(stored) ? stored.entries : []
    } catch {
      return []
    }
  }
  const write = (entries: OutboxEntry[]) => {
    if (entries.length === 0) return storage.removeItem(storageKey)
    try {
      storage.setItem(storageKey, JSON.stringify({ version: formVersion, entries }))
    } catch {
      // A full or forbidden storage costs only the survival of a reload: the question is still being sent from memory.
    }
  }
  const without = (turnId: TurnId) => read().filter((entry) => entry.asked.request.turnId !== turnId)
  return {
    all: read,
    put: (entry) => write([...without(entry.asked.request.turnId), entry]),
    remove: (turnId) => write(without(turnId)),
  }
}

const isOutbox = (stored: unknown): stored is { version: number; entries: OutboxEntry[] } =>
  typeof stored === 'object' &&
  stored !== null &&
  'version' in stored &&
  stored.version === formVersion &&
  'entries' in stored &&
  Array.isArray(stored.entries)
