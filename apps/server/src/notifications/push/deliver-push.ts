import type { Language, SessionId } from '@atrium/contract'
import { directionOf } from '@atrium/phrases'
import webPush from 'web-push'
import { type Database, inSystem } from '../../platform/database/index.ts'
import { EgressRefusedError, type SafeFetch } from '../../platform/egress/index.ts'
import type { Log } from '../../platform/log.ts'
import { notificationPhrases } from '../../platform/mail/notification-footer.ts'
import type { PushNews } from './push-news.ts'
import { endPush, subscriptionToNotify } from './push-subscriptions.ts'
import type { VapidKeys } from './vapid-keys.ts'

export type DeliveryPorts = {
  database: Database
  /** Connects to public addresses only: the browser names the push service. */
  fetch: SafeFetch
  keys: VapidKeys
  /** The public address of the site, by which a push service's operator can find out who sends. */
  siteUrl: string
  log: Log
}

/** A push service keeps a notification for a device that is off this long, in seconds: news of yesterday is in the daily mail. */
const keptForSeconds = 24 * 60 * 60
const timeoutMs = 15_000
/** Characters. Every push service takes 3,993 bytes; this title, a name and a room fit, whatever their characters. */
const maxTitle = 120

/**
 * Encrypts a notification for one browser and hands it to its push service (RFC 8030, 8188, 8291, 8292). Ends a subscription that the
 * service no longer knows or whose address is refused. Throws when a later retry makes sense.
 */
export async function deliverPush(
  { database, fetch, keys, siteUrl, log }: DeliveryPorts,
  { sessionId, news }: { sessionId: SessionId; news: PushNews },
): Promise<void> {
  const found = await inSystem(database, (trx) => subscriptionToNotify(trx, sessionId))
  if (found === null) return
  const { subscription, language } = found
  const { endpoint, headers, body } = webPush.generateRequestDetails(
    subscription,
    JSON.stringify(messageOf(news, (language ?? 'en') as Language)),
    {
      TTL: keptForSeconds,
      urgency: 'normal',
      topic: topicOf(news.tag),
      contentEncoding: 'aes128gcm',
      vapidDetails: { subject: subjectOf(siteUrl), ...keys },
    },
  )
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: headers as Record<string, string>,
    body,
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    if (error instanceof EgressRefusedError) return null
    throw error
  })
  await response?.body?.cancel()
  const status = response?.status ?? 'refused'
  if (response?.ok) return
  // 404 and 410: the person withdrew the permission or removed the browser's data. 401 and 403: subscribed with another key.
  if (status === 'refused' || [400, 401, 403, 404, 410].includes(status)) {
    log.info({ event: 'push.ended', sessionId, status }, 'A push subscription is over; removed it')
    await inSystem(database, (trx) => endPush(trx, { sessionId }))
    return
  }
  throw new Error(`The push service replied ${status}.`)
}

/** What the service worker shows. */
export type PushMessage = {
  title: string
  body: string
  tag: string
  path: string
  lang: Language
  dir: 'ltr' | 'rtl'
}

function messageOf({ event, name, title, room, tag, path }: PushNews, lang: Language): PushMessage {
  const words = notificationPhrases[lang]
  // One pass, so that a name that contains a variable stays as it is.
  const values: Record<string, string> = { name: isolated(name), room: isolated(room) }
  const filled = (text: string) => text.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? '')
  const subject = cut(title === '' ? words['digest.untitled'] : title)
  const isMention = event === 'mention' || event === 'private-mention'
  return {
    title: isMention ? filled(words['digest.mention']) : filled(words[`push.${event}`]),
    body: isMention ? filled(words[`push.${event}`]) : `${subject}\n${room}`,
    tag,
    path,
    lang,
    dir: directionOf(lang),
  }
}

const isolated = (text: string) => `\u2068${text}\u2069`
const cut = (text: string) => {
  const characters = [...text]
  return characters.length > maxTitle ? `${characters.slice(0, maxTitle - 1).join('')}…` : text
}

/** A topic has at most 32 characters of base64url; the newest message of a topic replaces one that was not delivered yet. */
const topicOf = (tag: string) => tag.replaceAll(/[^\w-]/g, '').slice(-32)

/** Push services want an https or mailto address of the sender. */
const subjectOf = (siteUrl: string) =>
  siteUrl.startsWith('https:') ? siteUrl : `mailto:postmaster@${new URL(siteUrl).hostname}`
