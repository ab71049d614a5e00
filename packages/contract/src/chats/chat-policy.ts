import type { ChatRelation } from './chat-shares.ts'

/** `own`: in questions that the person asked themselves, and in their answers. */
export type ChatRight = 'any' | 'own' | 'no'

const right = (
  owner: ChatRight,
  openAdmin: ChatRight,
  openMember: ChatRight,
  readAdmin: ChatRight,
  readMember: ChatRight,
): Readonly<Record<ChatRelation, ChatRight>> => ({ owner, openAdmin, openMember, readAdmin, readMember })

/** Who may do what with a chat. Everybody else, and whoever left the room, may do nothing and sees no chat. */
export const chatPolicy = {
  //               owner  open: admin, member  read: admin, member
  read: right('any', 'any', 'any', 'any', 'any'),
  /** Asking, regenerating, continuing, follow-ups, and the settings of the next questions. */
  ask: right('any', 'any', 'any', 'no', 'no'),
  edit: right('own', 'own', 'own', 'no', 'no'),
  stop: right('any', 'any', 'own', 'own', 'own'),
  /** Removing a queued question, and confirming the next one after an answer was stopped. */
  queue: right('any', 'any', 'own', 'own', 'own'),
  /** Seeing who has the chat open and who is typing, and being seen. */
  meet: right('any', 'any', 'any', 'no', 'no'),
  rate: right('any', 'own', 'own', 'own', 'own'),
  /** Starting a chat of one's own with its turns. */
  copy: right('any', 'any', 'any', 'any', 'any'),
  rename: right('any', 'any', 'no', 'any', 'no'),
  share: right('any', 'no', 'no', 'no', 'no'),
  /** Making links to a read-only copy. */
  link: right('any', 'no', 'no', 'no', 'no'),
  stopSharing: right('any', 'any', 'no', 'any', 'no'),
  /** Stars, labels, and moving to another room. */
  organize: right('any', 'no', 'no', 'no', 'no'),
  delete: right('any', 'no', 'no', 'no', 'no'),
} as const satisfies Record<string, Readonly<Record<ChatRelation, ChatRight>>>

export type ChatAction = keyof typeof chatPolicy
export const chatActions = Object.keys(chatPolicy) as ChatAction[]

/** Returns whether a person in this relation may do this; `isOwn` when they asked the question concerned. */
export const mayInChat = (relation: ChatRelation, action: ChatAction, isOwn = false): boolean => {
  const given = chatPolicy[action][relation]
  return given === 'any' || (given === 'own' && isOwn)
}
