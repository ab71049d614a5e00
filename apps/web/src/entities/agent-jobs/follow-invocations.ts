import { type AccountId, type ChatId, isId, limits, listAgentJobs, listInvocations } from '@atrium/contract'
import { api } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { applyListed, applyOpened, applyStatuses } from './apply-statuses.ts'
import { agentJobKeys } from './agent-job-keys.ts'
import { activeIn, changeTracked, tracked } from './tracked-invocations.ts'

const place = (accountId: AccountId) => ({ place: { accountId, roomId: null } })

/** The chat that this tab shows while it is visible; null otherwise. */
function openChatId(): ChatId | null {
  const [, chatId = ''] = /^\/chat\/([^/]+)/.exec(location.pathname) ?? []
  return document.visibilityState === 'visible' && isId('chat', chatId) ? chatId : null
}

/** Loads the jobs that the server tracks for this person: also those started on other devices. */
async function reloadInvocations(accountId: AccountId): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: agentJobKeys(accountId) })
  const query = { state: 'tracked' as const, page_size: String(limits.maxInvocationsAsked) }
  const { message } = await api.call(listAgentJobs, { query }, place(accountId))
  const listed = message.map(({ agentInvocationId, chatId, messageId, workspaceId, status, isRead }) => ({
    agentInvocationId,
    chatId,
    messageId,
    workspaceId,
    status,
    isRead,
  }))
  changeTracked((records) => applyListed(records, accountId, listed))
}

/** Asks for the status of the active jobs of an account. `onEndedElsewhere` runs once when jobs ended in chats that aren't open. */
async function askStatuses(accountId: AccountId, onEndedElsewhere: () => void): Promise<void> {
  const asked = activeIn(tracked.get(), accountId)
    .map(({ agentInvocationId }) => agentInvocationId)
    .slice(0, limits.maxInvocationsAsked)
  if (asked.length === 0) return
  const query = { agent_invocation_id: asked.join(',') }
  const { message: statuses } = await api.call(listInvocations, { query }, place(accountId))
  let endedElsewhere = false
  changeTracked((records) => {
    const applied = applyStatuses(records, { accountId, asked, statuses, openChatId: openChatId() })
    ;({ endedElsewhere } = applied)
    return applied.records
  })
  if (endedElsewhere) onEndedElsewhere()
}

/** Marks the ended jobs of an opened chat as read. */
export const readJobsOf = (chatId: ChatId): void => {
  if (applyOpened(tracked.get(), chatId) !== tracked.get())
    changeTracked((records) => applyOpened(records, chatId))
}

/**
 * Follows the jobs of an account: asks for their status every ten seconds while any is active. `ask` asks at once. A failed call is
 * repeated with the next.
 */
export function followInvocations(
  accountId: AccountId,
  onEndedElsewhere: () => void,
): { reload(): void; leave(): void } {
  let isLeft = false
  const ask = () => askStatuses(accountId, onEndedElsewhere).catch(() => undefined)
  const reload = () =>
    void reloadInvocations(accountId)
      .catch(() => undefined)
      .then(() => (isLeft ? undefined : ask()))
  reload()
  const timer = setInterval(() => void ask(), limits.invocationPollMs)
  return {
    reload,
    leave() {
      isLeft = true
      clearInterval(timer)
    },
  }
}
