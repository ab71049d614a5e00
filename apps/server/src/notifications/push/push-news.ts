import type { AccountId, ChatId, Notice, PushKind, SessionId, TurnId, UserId } from '@atrium/contract'
import { jobNewsSince } from '../../agent-jobs/index.ts'
import { answeredQuestion, peopleOfChat, unmailedMentions } from '../../chats/index.ts'
import type { Live } from '../../live/index.ts'
import { type Database, inSystem, inTenant, type TenantTransaction } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log.ts'
import { defineJob, type Queue } from '../../platform/queue/queue.ts'
import { claimPush, hasSubscribers, subscribedSessions, subscribersOf } from './push-subscriptions.ts'

/** The content of a notification, as ids and names; `deliverPush` puts it into the person's language. */
export type PushNews = {
  kind: PushKind
  /** What happened to the subject; selects the text. */
  event: 'mention' | 'private-mention' | 'completed' | 'failed' | 'paused' | 'question'
  /** A person is notified of a subject once. */
  subject: string
  /** A later notification with the same tag replaces it. */
  tag: string
  name: string
  title: string
  room: string
  /** The path that a click opens. */
  path: string
}

export const sendPush = defineJob<{ sessionId: SessionId; news: PushNews }>('send-push', { retryLimit: 6 })

type Ports = { database: Database; queue: Pick<Queue, 'send'>; live: Pick<Live, 'onPublished'>; log: Log }
type Actor = { accountId: AccountId; userId: UserId }

/** Maximum age of news: longer than a notice takes to arrive, and short enough to be current. */
const maxAgeMs = 10 * 60_000

/**
 * Sends push notifications for the notices that this process publishes. Reads the subject of a notice with the rights of the person who
 * is notified. A notice that is lost with its process is not sent again: the person's daily mail and unread marks include it.
 */
export function pushNews(ports: Ports): void {
  ports.live.onPublished(({ accountId, userId, roomId }, notice) => {
    const news = newsOf(notice, roomId !== undefined)
    if (news === null) return
    const to = userId === undefined || news.kind === 'question' ? null : [userId]
    queuePushes(ports, accountId, news, to).catch((error: unknown) =>
      ports.log.warn({ event: 'push.queue_failed', err: error }, 'Could not queue a push notification'),
    )
  })
}

type News = { kind: 'mention' } | { kind: 'job' } | { kind: 'question'; chatId: ChatId; turnId: TurnId }

function newsOf(notice: Notice, isShared: boolean): News | null {
  if (notice.type === 'mentioned') return { kind: 'mention' }
  if (notice.type === 'job-changed') return { kind: 'job' }
  if (notice.type === 'turn-closed' && isShared)
    return { kind: 'question', chatId: notice.chatId, turnId: notice.turnId }
  return null
}

async function queuePushes(
  { database, queue }: Ports,
  accountId: AccountId,
  news: News,
  to: readonly UserId[] | null,
): Promise<void> {
  const { kind } = news
  // Most notices concern nobody who wants push notifications.
  if (!(await inSystem(database, (trx) => hasSubscribers(trx, kind)))) return
  const about =
    to ??
    (news.kind === 'question'
      ? await inTenant(database, { accountId, userId: null }, (trx) =>
          peopleOfChat(trx, { accountId, chatId: news.chatId }),
        )
      : [])
  const people = await inSystem(database, (trx) => subscribersOf(trx, kind, about))
  for (const userId of people) {
    const actor = { accountId, userId }
    const found = await inTenant(database, actor, (trx) => readNews(trx, actor, news))
    if (found.length === 0) continue
    await inSystem(database, async (trx) => {
      const sessions = await subscribedSessions(trx, kind, userId)
      for (const one of found)
        if (await claimPush(trx, userId, one.subject))
          for (const sessionId of sessions) await queue.send(trx, sendPush, { sessionId, news: one })
    })
  }
}

async function readNews(trx: TenantTransaction, actor: Actor, news: News): Promise<PushNews[]> {
  const since = new Date(Date.now() - maxAgeMs)
  if (news.kind === 'mention')
    return (await unmailedMentions(trx, actor, since)).map(
      ({ mentionId, name, room, question, comment }) => ({
        kind: 'mention',
        event: question || comment ? 'mention' : 'private-mention',
        subject: mentionId,
        tag: mentionId,
        name,
        title: '',
        room,
        path: question
          ? `/chat/${question.chatId}?turn=${question.turnId}`
          : comment
            ? `/canvas/${comment.canvasId}?thread=${comment.threadId}`
            : '/chat',
      }),
    )
  if (news.kind === 'job')
    return (await jobNewsSince(trx, actor, since)).map(({ chatId, turnId, title, room, state }) => ({
      kind: 'job',
      event: state,
      subject: `${turnId}:${state}`,
      tag: turnId,
      name: '',
      title,
      room,
      path: `/chat/${chatId}?turn=${turnId}`,
    }))
  const asked = await answeredQuestion(trx, actor, news)
  return asked === null
    ? []
    : [
        {
          kind: 'question',
          event: 'question',
          subject: news.turnId,
          tag: news.chatId,
          ...asked,
          path: `/chat/${news.chatId}?turn=${news.turnId}`,
        },
      ]
}
