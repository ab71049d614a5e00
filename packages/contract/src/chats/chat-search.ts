import { z } from 'zod'
import { endpoint, messagePageReply, pageNumber } from '../endpoint.ts'
import { ChatId, RoomId, TurnId } from '../ids.ts'
import { limits } from '../limits.ts'
import { Text } from '../text/text.ts'

/** A piece of a text; matches are marked. */
export const Segment = z.strictObject({ text: z.string(), isHit: z.boolean() })
export type Segment = z.infer<typeof Segment>

/** A found chat with its matches: its title, and at most three of its turns, latest first. */
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
    "Searches titles, questions and answers of the caller's chats for all words of a text, ignoring case, accents and common endings; the last word may be incomplete. Latest first, among the latest 1,000 matches.",
  query: z.strictObject({
    query: Text(limits.searchCharacters).refine((text) => text.trim() !== '', 'Write what to search for.'),
    page: pageNumber(1, 1000),
    page_size: pageNumber(limits.searchPageSize, limits.listPageSizeMost),
  }),
  reply: { json: messagePageReply(FoundChat) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER'],
})
export const chatSearchEndpoints = { searchChats }
