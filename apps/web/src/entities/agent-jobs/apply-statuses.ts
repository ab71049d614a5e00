import type { AccountId, ChatId, InvocationId, InvocationStatus, TrackedInvocation } from '@atrium/contract'
import { isActive } from './tracked-invocations.ts'

type Statuses = readonly { id: InvocationId; status: InvocationStatus }[]

/**
 * Returns the tracked jobs of an account after its server gave their status, and whether any ended in another chat than the open one.
 * Jobs missing from the reply no longer exist. Ended ones are unread until their chat is opened, which drops them.
 */
export function applyStatuses(
  records: readonly TrackedInvocation[],
  {
    accountId,
    asked,
    statuses,
    openChatId,
  }: {
    accountId: AccountId
    /** The requested jobs. */
    asked: readonly InvocationId[]
    statuses: Statuses
    openChatId: ChatId | null
  },
): { records: readonly TrackedInvocation[]; endedElsewhere: boolean } {
  const statusOf = new Map(statuses.map(({ id, status }) => [id, status]))
  let endedElsewhere = false
  const next = records.flatMap((record) => {
    const { agentInvocationId: id, chatId, workspaceId } = record
    if (workspaceId !== accountId || !asked.includes(id)) return [record]
    const status = statusOf.get(id)
    if (status === undefined) return []
    if (isActive({ status }) || !isActive(record)) return [{ ...record, status }]
    if (chatId === openChatId) return []
    endedElsewhere = true
    return [{ ...record, status, isRead: false }]
  })
  return { records: next, endedElsewhere }
}

/** Returns the tracked jobs after an account's server listed those that it tracks: of this and other devices. */
export function applyListed(
  records: readonly TrackedInvocation[],
  accountId: AccountId,
  listed: readonly TrackedInvocation[],
): readonly TrackedInvocation[] {
  const known = new Map(records.map((record) => [record.agentInvocationId, record]))
  return [
    ...records.filter(({ workspaceId }) => workspaceId !== accountId),
    // Keeps the status known to this browser, so that the end of a job is still noticed. A new job starts as PENDING.
    ...listed.map((record) => ({
      ...record,
      ...(known.get(record.agentInvocationId) ?? (isActive(record) && { status: 'PENDING' as const })),
    })),
  ]
}

/** Returns the tracked jobs after a chat was opened: its ended ones are read, and dropped. */
export const applyOpened = (
  records: readonly TrackedInvocation[],
  chatId: ChatId,
): readonly TrackedInvocation[] =>
  records.some((record) => record.chatId === chatId && !isActive(record))
    ? records.filter((record) => record.chatId !== chatId || isActive(record))
    : records
