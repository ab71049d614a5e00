import { z } from 'zod'
import { endpoint, messageReply } from '../endpoint.ts'
import { ChatId, UserId } from '../ids.ts'

/** Somebody who has a shared chat open. */
export const PresentPerson = z.strictObject({
  id: UserId,
  name: z.string(),
  pictureUrl: z.string().nullable(),
})
export type PresentPerson = z.infer<typeof PresentPerson>

const params = z.strictObject({ chatId: ChatId })

export const enterChat = endpoint({
  name: 'enterChat',
  host: 'main',
  method: 'PUT',
  path: '/sessions/:chatId/presence',
  caller: 'account-member',
  policy: 'chat:write',
  summary:
    "Says that a tab has a chat that is open for questions on screen, or has left it. Presence lasts until the tab leaves, the session's notices stream ends or access to the chat ends; it is stored nowhere. Everybody present gets the notices `presence` and `typing`. Does nothing in a chat that is not shared for questions, or while the session reads no notices.",
  params,
  body: z.strictObject({
    /** Created once by the tab. */
    tabId: z.string().regex(/^[\da-z-]{8,64}$/, 'This must be 8 to 64 digits, small letters and hyphens.'),
    isHere: z.boolean(),
  }),
  reply: { json: messageReply(z.strictObject({ isHere: z.boolean() })) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'RATE_LIMITED'],
  idempotency: 'ids',
})

export const noteTyping = endpoint({
  name: 'noteTyping',
  host: 'main',
  method: 'POST',
  path: '/sessions/:chatId/typing',
  caller: 'account-member',
  policy: 'chat:write',
  summary:
    'Says that the caller is writing a question in a chat that is open for questions, or no longer is: never the text. Readers forget it after six seconds; send it at most every three.',
  params,
  body: z.strictObject({ isTyping: z.boolean() }),
  reply: { json: messageReply(z.strictObject({ isTyping: z.boolean() })) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'RATE_LIMITED'],
  idempotency: 'ids',
})

export const chatPresenceEndpoints = { enterChat, noteTyping }
