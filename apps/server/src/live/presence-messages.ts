import { AccountId, ChatId, PresentPerson, SessionId, UserId } from '@atrium/contract'
import { z } from 'zod'

const ofChat = { nodeId: z.string(), accountId: AccountId, chatId: ChatId }
const ofTab = { ...ofChat, sessionId: SessionId, tabId: z.string() }

/** Messages between nodes about who is present in shared chats. */
export const PresenceMessage = z.discriminatedUnion('type', [
  /** To the node that has the notices stream of the session. */
  z.strictObject({ type: z.literal('enter'), ...ofTab, person: PresentPerson }),
  z.strictObject({ type: z.literal('leave'), ...ofTab }),
  z.strictObject({ type: z.literal('typing'), ...ofChat, userId: UserId, isTyping: z.boolean() }),
  /** People who arrived on a node; with `asks`, the other nodes reply with theirs. */
  z.strictObject({ type: z.literal('here'), ...ofChat, people: z.array(PresentPerson), asks: z.boolean() }),
  z.strictObject({ type: z.literal('gone'), ...ofChat, userIds: z.array(UserId) }),
  z.strictObject({ type: z.literal('end'), ...ofChat }),
  z.strictObject({ type: z.literal('stopped'), nodeId: z.string() }),
])
export type PresenceMessage = z.infer<typeof PresenceMessage>
