import { z } from 'zod'
import { dataPageReply, dataReply, endpoint, pageNumber } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Email, Language } from '../text/text.ts'

export const joinWaitingList = endpoint({
  name: 'joinWaitingList',
  host: 'main',
  method: 'POST',
  path: '/waiting-list',
  caller: 'anyone',
  summary:
    'Puts an address on the waiting list while sign-up is by invitation only; not found otherwise. The reply is the same for every address.',
  body: z.strictObject({ email: Email, language: Language.default('en') }),
  reply: { status: 204 },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'RATE_LIMITED'],
  idempotency: 'ids',
})

export const WaitingPerson = z.strictObject({
  email: z.string(),
  askedAt: z.iso.datetime(),
  /** When a system administrator invited them; null before that. */
  invitedAt: z.iso.datetime().nullable(),
  invitedByName: z.string().nullable(),
})
export type WaitingPerson = z.infer<typeof WaitingPerson>

export const listWaitingPeople = endpoint({
  name: 'listWaitingPeople',
  host: 'main',
  method: 'GET',
  path: '/system/waiting-list',
  caller: 'system-admin',
  summary: 'Lists the addresses on the waiting list that have not signed up, the longest waiting first.',
  query: z.strictObject({
    page: pageNumber(1, 100_000),
    page_size: pageNumber(limits.systemPageSize, limits.listPageSizeMost),
  }),
  reply: { json: dataPageReply(WaitingPerson) },
  errors: ['INVALID_INPUT'],
})

const ofPerson = z.strictObject({ email: Email })
export const inviteWaitingPerson = endpoint({
  name: 'inviteWaitingPerson',
  host: 'main',
  method: 'POST',
  path: '/system/waiting-list/invite',
  caller: 'system-admin',
  summary: 'Lets an address of the waiting list sign up, and mails it. Repeating it sends no second mail.',
  body: ofPerson,
  reply: { json: dataReply(WaitingPerson) },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
  idempotency: 'ids',
})
export const removeWaitingPerson = endpoint({
  name: 'removeWaitingPerson',
  host: 'main',
  method: 'POST',
  path: '/system/waiting-list/remove',
  caller: 'system-admin',
  summary: 'Removes an address from the waiting list; an invitation of it ends.',
  body: ofPerson,
  reply: { status: 204 },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
  idempotency: 'ids',
})

export const waitingListEndpoints = {
  joinWaitingList,
  listWaitingPeople,
  inviteWaitingPerson,
  removeWaitingPerson,
}
