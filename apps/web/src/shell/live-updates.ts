import type { AccountId, ChatId, UserId } from '@atrium/contract'
import { reloadMembers } from '../entities/accounts/member-keys.ts'
import { accountsQuery } from '../entities/accounts/queries.ts'
import { applyPresence, announceAgain } from '../entities/chats/presence.ts'
import { answerGone, runningAnswers, turnReloads } from '../entities/chats/live-answers.ts'
import { reloadMentions } from '../entities/chats/mentions.ts'
import { reloadBalances, reloadChats } from '../entities/chats/reload-chats.ts'
import { returnedQuestionsQuery } from '../entities/chats/queue.ts'
import { reloadSchedules } from '../entities/agent-jobs/schedules.ts'
import { followInvocations } from '../entities/agent-jobs/follow-invocations.ts'
import { tracked } from '../entities/agent-jobs/tracked-invocations.ts'
import { reloadThreads } from '../entities/canvases/canvas-comments.ts'
import { reloadCanvases } from '../entities/canvases/canvas-keys.ts'
import { reloadKnowledge } from '../entities/files/knowledge-keys.ts'
import { reloadModels } from '../entities/models/queries.ts'
import { reloadRooms } from '../entities/rooms/queries.ts'
import { notifyOfCreditDecision } from '../features/credit-requests/index.ts'
import { activeContext, api, session } from '../lib/api/api.ts'
import { browserWakeUps } from '../lib/back-off.ts'
import { queryClient } from '../lib/query-client.ts'
import { showToast } from '../lib/toasts/toasts.ts'
import { translate } from '../lib/translate.ts'
import { followNotices, leadByLock, noticesOf, type ReceivedNotice } from './live/notice-stream.ts'

const wakeUps = browserWakeUps()

/** Loads the agent jobs of the followed account again. */
let reloadJobs = () => {}

/**
 * Follows the active account for the life of the page: sends questions that an earlier page left unsent, and applies changes from other
 * tabs and devices. After the user leaves an account, the server continues its answers.
 */
export function followActiveContext(): void {
  let followed: string | null = null
  let leave = () => {}
  const follow = () => {
    const accountId = activeContext.accountId()
    const state = session.state.get()
    const userId = state.status === 'authenticated' ? state.user.id : null
    const wanted = accountId !== null && userId !== null ? `${userId} ${accountId}` : null
    if (wanted === followed) return
    followed = wanted
    leave()
    leave = accountId !== null && userId !== null ? followAccount(userId, accountId) : () => {}
  }
  activeContext.place.subscribe(follow)
  session.state.subscribe(follow)
  follow()
  answerGone.listen((accountId) => void reloadRooms(accountId))
}

function followAccount(userId: UserId, accountId: AccountId): () => void {
  runningAnswers.resume({ userId, accountId })
  const leaveNotices = followNotices({
    accountId,
    wakeUps,
    lead: leadByLock,
    openStream: noticesOf(api),
    tabs: new BroadcastChannel(`atrium.notices.${accountId}`),
    hear: (notice) => applyNotice(accountId, notice),
  })
  const invocations = followInvocations(accountId, () => void showJobsEnded())
  reloadJobs = invocations.reload
  return () => {
    invocations.leave()
    leaveNotices()
    runningAnswers.leaveAll()
  }
}

/** Invalidates the queries that a server notice makes stale. */
function applyNotice(accountId: AccountId, notice: ReceivedNotice): void {
  switch (notice.type) {
    case 'turn-opened':
      return turnReloads.noticedOpened({ accountId, ...notice })
    case 'chat-changed':
      return turnReloads.changed({ accountId, chatId: notice.chatId })
    case 'job-changed':
      return reloadJobs()
    case 'schedule-changed':
      reloadSchedules(accountId)
      return notice.hasFailed ? void showScheduleFailed() : undefined
    case 'turn-closed':
      turnReloads.noticedClosed({ accountId, ...notice })
      // The end of a job has its own message.
      if (tracked.get().some(({ messageId }) => messageId === notice.turnId)) return reloadJobs()
      return noticeAnswerLater(accountId, notice.chatId)
    case 'labels-changed':
      return void reloadChats(accountId)
    case 'members-changed':
      return reloadMembers(accountId, notice.roomId)
    case 'credits-changed':
      notifyOfCreditDecision(accountId)
      return reloadBalances()
    case 'canvas-changed':
      return reloadCanvases(accountId)
    case 'canvas-commented':
      return reloadThreads(accountId, notice.canvasId)
    case 'mentioned':
      return void reloadMentions(accountId)
    case 'question-returned':
      turnReloads.changed({ accountId, chatId: notice.chatId })
      void queryClient.invalidateQueries({ queryKey: returnedQuestionsQuery(accountId).queryKey })
      return void showToast(translate('sharing:queue.returned'), 'warning')
    case 'presence':
    case 'presence-ended':
    case 'typing':
      return applyPresence(notice)
    case 'connected':
      return announceAgain()
    case 'session-ended':
      // Any call reveals whether it was this session; if so, the session redirects to the sign-in page.
      return reloadBalances()
    case 'rooms-changed':
      // Leaves a missing room before loading its models.
      return void reloadRooms(accountId).then(() => reloadModels(accountId))
    case 'knowledge-changed':
      return void reloadKnowledge(accountId, notice.roomId)
    case 'role-changed':
    case 'refused':
      // The list of accounts has the user's current membership and role.
      void queryClient.invalidateQueries({ queryKey: accountsQuery.queryKey })
      return void reloadRooms(accountId)
    case 'missed-some':
      void queryClient.invalidateQueries({ queryKey: accountsQuery.queryKey })
      void reloadRooms(accountId)
      void reloadChats(accountId)
      void reloadMentions(accountId)
      reloadMembers(accountId, null)
      reloadJobs()
      reloadCanvases(accountId)
      void reloadKnowledge(accountId)
      return reloadBalances()
  }
}

async function showJobsEnded(): Promise<void> {
  const { jobsEndedToast } = await import('./live/jobs-ended-toast.tsx')
  await jobsEndedToast()
}

async function showScheduleFailed(): Promise<void> {
  const { scheduleFailedToast } = await import('./live/jobs-ended-toast.tsx')
  await scheduleFailedToast()
}

/** An answer whose notice fails is still marked as unseen in the lists. */
function noticeAnswerLater(accountId: AccountId, chatId: ChatId) {
  import('./live/answer-notice.ts')
    .then(({ notifyOfAnswer }) => notifyOfAnswer(accountId, chatId))
    .catch(() => undefined)
}
