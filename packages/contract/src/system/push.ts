import { z } from 'zod'
import { dataReply, endpoint } from '../endpoint.ts'

/**
 * What a browser can be notified of while Atrium is closed there: somebody mentioned the person, a job of theirs finished or waits for
 * them, somebody else's question was answered in a shared chat that they own or asked in.
 */
export const pushKinds = ['mention', 'job', 'question'] as const
export const PushKind = z.enum(pushKinds)
export type PushKind = z.infer<typeof PushKind>

/** A browser's subscription at its push service, as `PushSubscription.toJSON()` returns it. */
export const BrowserSubscription = z.strictObject({
  endpoint: z.url({ protocol: /^https$/ }).max(1000),
  keys: z.strictObject({
    /** An uncompressed point of P-256 in base64url. */
    p256dh: z.string().regex(/^B[\w-]{86}$/),
    /** 16 bytes in base64url. */
    auth: z.string().regex(/^[\w-]{22}$/),
  }),
})
export type BrowserSubscription = z.infer<typeof BrowserSubscription>

/** The push notifications of the browser whose session asks. */
export const OwnPush = z.strictObject({
  /** The server's VAPID key, for `applicationServerKey`: an uncompressed point of P-256 in base64url. */
  publicKey: z.string(),
  /** Null while this browser has none. */
  endpoint: z.string().nullable(),
  kinds: z.array(PushKind),
})
export type OwnPush = z.infer<typeof OwnPush>

export const getOwnPush = endpoint({
  name: 'getOwnPush',
  host: 'main',
  method: 'GET',
  path: '/user/push',
  caller: 'signed-in',
  summary:
    'Returns the push notifications that the caller chose for this browser, and the key to subscribe with.',
  reply: { json: dataReply(OwnPush) },
  errors: [],
})
export const changeOwnPush = endpoint({
  name: 'changeOwnPush',
  host: 'main',
  method: 'PUT',
  path: '/user/push',
  caller: 'signed-in',
  summary:
    'Chooses the push notifications of this browser. They end with its session. An endpoint that another session has moves to this one.',
  body: z.strictObject({
    subscription: BrowserSubscription,
    kinds: z.array(PushKind).min(1).max(pushKinds.length),
  }),
  reply: { json: dataReply(OwnPush) },
  errors: ['INVALID_INPUT'],
})
export const endOwnPush = endpoint({
  name: 'endOwnPush',
  host: 'main',
  method: 'DELETE',
  path: '/user/push',
  caller: 'signed-in',
  summary: 'Ends the push notifications of this browser.',
  reply: { status: 204 },
  errors: [],
})

export const pushEndpoints = { getOwnPush, changeOwnPush, endOwnPush }
