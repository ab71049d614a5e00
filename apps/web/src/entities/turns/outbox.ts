import type { TurnId } from '@atrium/contract'
import { stored } from '../../lib/stored.ts'
import type { AskContext, AskedHere, Refusal } from './running-answer.ts'

/** A question that the server has not accepted yet, or has refused; it outlives the page. */
export type OutboxEntry = { asked: AskedHere; context: AskContext; refusal: Refusal | null }

/** Questions being sent, so that a reload, a crash or an expired session loses none. */
export type Outbox = {
  all(): OutboxEntry[]
  put(entry: OutboxEntry): void
  remove(turnId: TurnId): void
}

type Kept = { version: 1; entries: OutboxEntry[] }

/** Entries of other page versions are not sent: the server would refuse them anyway. */
const kept = (value: unknown): Kept | null => (isKept(value) ? value : null)

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  value.version === 1 &&
  'entries' in value &&
  Array.isArray(value.entries) &&
  value.entries.every(isEntry)

const isEntry = (entry: unknown): entry is OutboxEntry =>
  typeof entry === 'object' && entry !== null && 'asked' in entry && 'context' in entry && 'refusal' in entry

/** Older versions of this page stored no attachments or mentions; their questions remain valid. */
const withAllParts = (entry: OutboxEntry): OutboxEntry => ({
  ...entry,
  asked: {
    ...entry.asked,
    question: {
      ...entry.asked.question,
      attachments: entry.asked.question.attachments ?? [],
      mentions: entry.asked.question.mentions ?? [],
    },
  },
})

/** Keeps the outbox in storage shared by all tabs. Several tabs may send the same entry: its ids make that harmless. */
export function createOutbox(storage?: () => Storage): Outbox {
  const outbox = stored('outbox', kept, storage)
  const read = () => (outbox.read()?.entries ?? []).map(withAllParts)
  const write = (entries: OutboxEntry[]) =>
    entries.length === 0 ? outbox.remove() : outbox.write({ version: 1, entries })
  const without = (turnId: TurnId) => read().filter((entry) => entry.asked.request.turnId !== turnId)
  return {
    all: read,
    put: (entry) => write([...without(entry.asked.request.turnId), entry]),
    remove: (turnId) => write(without(turnId)),
  }
}
