import { type AccountId, invocationStatuses, type TrackedInvocation } from '@atrium/contract'
import { createStore } from '../../lib/store.ts'
import { stored } from '../../lib/stored.ts'
import { fields, oneOf, type Parse, text } from '../../lib/text/parse.ts'

const one = fields({
  agentInvocationId: text,
  chatId: text,
  messageId: text,
  workspaceId: text,
  status: oneOf(...invocationStatuses),
  isRead: oneOf(true, false),
})

/** Damaged records are dropped; the server still knows their jobs. */
const listOf: Parse<TrackedInvocation[]> = (value) =>
  Array.isArray(value)
    ? value.flatMap((record: unknown) => (one(record) as TrackedInvocation | null) ?? [])
    : null

const kept = stored('agentInvocations', listOf)

/** The agent jobs that this browser tracks, of every account of the person; kept through reloads, deleted at sign-out. */
export const tracked = createStore<readonly TrackedInvocation[]>(kept.read() ?? [])

/** Writes through to the browser's storage, and reads what another tab wrote. */
export function changeTracked(
  change: (records: readonly TrackedInvocation[]) => readonly TrackedInvocation[],
): void {
  const changed = change(kept.read() ?? [])
  kept.write([...changed])
  tracked.set(changed)
}

export const isActive = ({ status }: Pick<TrackedInvocation, 'status'>): boolean =>
  status === 'PENDING' || status === 'RUNNING'

/** The tracked jobs of an account whose status is to be asked for. */
export const activeIn = (
  records: readonly TrackedInvocation[],
  accountId: AccountId,
): readonly TrackedInvocation[] =>
  records.filter((record) => record.workspaceId === accountId && isActive(record))
