import { z } from 'zod'
import { chatShares } from './chat-shares.ts'
import { endpoint, messageReply } from '../endpoint.ts'
import { ChatId } from '../ids.ts'

export const shareChat = endpoint({
  name: 'shareChat',
  host: 'main',
  method: 'PUT',
  path: '/sessions/:chatId/share',
  caller: 'account-member',
  policy: 'chat:write',
  summary:
    "Shares a chat with the people of its room, to read or open for their questions, or stops sharing. Ends the others' access and open streams within a second. A temporary chat cannot be shared.",
  params: z.strictObject({ chatId: ChatId }),
  body: z.strictObject({ share: z.enum(chatShares) }),
  reply: { json: messageReply(z.strictObject({ chatId: ChatId, share: z.enum(chatShares) })) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'CONFLICT'],
  idempotency: 'key',
})

export const chatSharingEndpoints = { shareChat }
