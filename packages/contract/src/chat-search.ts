import { z } from 'zod'
import { endpoint, messagePageReply, pageNumber } from './endpoint.ts'
import { ChatId, RoomId, TurnId } from './ids.ts'
import { limits } from './limits.ts'
import { Text } from './text.ts'

/** A piece of a text; those that were searched for are marked. */
export const Segment = z.strictObject({ text: z.string(), isHit: z.boolean() })
export type Segment = z.infer<typeof Segment>

/** A chat that was found, and where in it: its title, and at most three of its turns, the latest first. */
export const FoundChat = z.strictObject({
  chatId: ChatId,
  chatTitle: z.array(Segment),
  roomId: RoomId,
  date: z.iso.datetime(),
  hits: z.array(
    z.strictObject({ turnId: TurnId, part: z.enum(['question', 'answer']), excerpt: z.array(Segment) }),
  ),
})
export type FoundChat = z.infer<typeof FoundChat>

export const searchChats = endpoint({
  name: 'searchChats',
  host: 'main',
  method: 'GET',
  path: '/sessions/search',
  caller: 'account-member',
  summary:
    "Searches titles, questions and answers of the caller's chats for all words of a text, whatever their case, accents and common endings; the last word may be only begun. The latest first, among the latest 1,000 places.",
  query: z.strictObject({
    query: Text(limits.searchCharacters).refine((text) => text.trim() !== '', 'Write what to search for.'),
    page: pageNumber(1, 1000),
    page_size: pageNumber(limits.searchPageSize, limits.listPageSizeMost),
  }),
  reply: { json: messagePageReply(FoundChat) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER'],
})
export const chatSearchEndpoints = { searchChats }
