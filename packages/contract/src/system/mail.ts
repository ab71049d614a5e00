import { z } from 'zod'
import { dataPageReply, dataReply, endpoint, pageNumber } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Email, EmailFrequency, Text } from '../text/text.ts'

/** `bounce`: the address takes no mail. `complaint`: its owner marked a mail as spam. `operator`: a system administrator. */
export const stopReasons = ['bounce', 'complaint', 'operator'] as const
export const StopReason = z.enum(stopReasons)
export type StopReason = z.infer<typeof StopReason>

const Token = z.string().min(1).max(200)
const withToken = z.strictObject({ token: Token })

/** Whether a person gets notification mail, as the holder of a signed link sees it. */
export const MailPreferences = z.strictObject({
  /** The address, with most of it hidden. */
  address: z.string(),
  emailFrequency: EmailFrequency,
})
export type MailPreferences = z.infer<typeof MailPreferences>

export const unsubscribe = endpoint({
  name: 'unsubscribe',
  host: 'root',
  method: 'POST',
  path: '/unsubscribe',
  caller: 'file-signature',
  summary:
    'Turns notification mail off for the person of a signed link: the one-click request of mail programs (RFC 8058).',
  query: withToken,
  body: z.strictObject({ 'List-Unsubscribe': z.string().max(100).optional() }),
  reply: { status: 204 },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
  idempotency: 'ids',
})
export const getMailPreferences = endpoint({
  name: 'getMailPreferences',
  host: 'main',
  method: 'GET',
  path: '/mail/preferences',
  caller: 'file-signature',
  summary: 'Returns whether the person of a signed link gets notification mail. Changes nothing.',
  query: withToken,
  reply: { json: dataReply(MailPreferences) },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
})
export const changeMailPreferences = endpoint({
  name: 'changeMailPreferences',
  host: 'main',
  method: 'PUT',
  path: '/mail/preferences',
  caller: 'file-signature',
  summary: 'Turns notification mail on or off for the person of a signed link.',
  query: withToken,
  body: z.strictObject({ emailFrequency: EmailFrequency }),
  reply: { json: dataReply(MailPreferences) },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
})

const MailEvent = z.object({
  type: z.enum(['bounce', 'complaint']),
  address: Email,
})
export const receiveMailEvents = endpoint({
  name: 'receiveMailEvents',
  host: 'main',
  method: 'POST',
  path: '/mail/events',
  caller: 'anyone',
  summary:
    'Receives permanent bounces and complaints of the mail service and stops mail to those addresses. Needs ATRIUM_MAIL_EVENTS_SECRET as bearer token; not found without that setting.',
  body: z.strictObject({ events: z.array(MailEvent).min(1).max(500) }),
  reply: { json: dataReply(z.strictObject({ stopped: z.int() })) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'UNAUTHENTICATED'],
})

export const OwnMail = z.strictObject({
  /** Why and when mail to the caller's address was stopped; null while it is delivered. */
  stopped: z.strictObject({ reason: StopReason, at: z.iso.datetime() }).nullable(),
})
export type OwnMail = z.infer<typeof OwnMail>
export const getOwnMail = endpoint({
  name: 'getOwnMail',
  host: 'main',
  method: 'GET',
  path: '/user/mail',
  caller: 'signed-in',
  summary: "Returns whether mail to the caller's address was stopped.",
  reply: { json: dataReply(OwnMail) },
  errors: [],
})
export const resumeOwnMail = endpoint({
  name: 'resumeOwnMail',
  host: 'main',
  method: 'POST',
  path: '/user/mail/resume',
  caller: 'signed-in',
  summary:
    "Resumes mail to the caller's address after a bounce or complaint. FORBIDDEN when a system administrator stopped it.",
  reply: { json: dataReply(OwnMail) },
  errors: ['FORBIDDEN'],
  idempotency: 'ids',
})

export const StoppedAddress = z.strictObject({
  address: z.string(),
  reason: StopReason,
  at: z.iso.datetime(),
  /** Who stopped it; null for an event of the mail service. */
  byName: z.string().nullable(),
})
export type StoppedAddress = z.infer<typeof StoppedAddress>
export const listStoppedAddresses = endpoint({
  name: 'listStoppedAddresses',
  host: 'main',
  method: 'GET',
  path: '/system/mail/stopped',
  caller: 'system-admin',
  summary: 'Lists addresses to which no mail is sent, newest first.',
  query: z.strictObject({
    page: pageNumber(1, 100_000),
    page_size: pageNumber(limits.systemPageSize, limits.listPageSizeMost),
    search: Text(limits.memberSearchCharacters).optional(),
  }),
  reply: { json: dataPageReply(StoppedAddress) },
  errors: ['INVALID_INPUT'],
})
export const stopMailTo = endpoint({
  name: 'stopMailTo',
  host: 'main',
  method: 'POST',
  path: '/system/mail/stopped',
  caller: 'system-admin',
  summary: 'Stops all mail to an address, such as after a bounce that the mail service reported elsewhere.',
  body: z.strictObject({ address: Email }),
  reply: { json: dataReply(StoppedAddress) },
  errors: ['INVALID_INPUT'],
  idempotency: 'ids',
})
export const resumeMailTo = endpoint({
  name: 'resumeMailTo',
  host: 'main',
  method: 'POST',
  path: '/system/mail/resume',
  caller: 'system-admin',
  summary: 'Resumes mail to an address.',
  body: z.strictObject({ address: Email }),
  reply: { status: 204 },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
  idempotency: 'ids',
})

export const mailEndpoints = {
  unsubscribe,
  getMailPreferences,
  changeMailPreferences,
  receiveMailEvents,
  getOwnMail,
  resumeOwnMail,
  listStoppedAddresses,
  stopMailTo,
  resumeMailTo,
}
