import { z } from 'zod'
import { CanvasFilter, HistoryScope, Label } from './chats.ts'
import { endpoint, messageReply } from '../endpoint.ts'
import { ChatId, LabelId, RoomId } from '../ids.ts'
import { limits } from '../limits.ts'
import { Line, LineOrNothing } from '../text/text.ts'

const LabelName = Line(limits.labelCharacters)
const ofLabel = z.strictObject({ labelId: LabelId })

/** A label with its number of chats in the list. */
export const LabelCount = z.strictObject({ ...Label.shape, chatCount: z.int() })
export type LabelCount = z.infer<typeof LabelCount>

const ChatIds = z
  .array(ChatId)
  .min(1, 'Choose a chat first.')
  .max(limits.chatsChangedAtOnce, `At most ${limits.chatsChangedAtOnce} chats can be changed at once.`)
const LabelIds = z.array(LabelId).max(limits.maxLabels)

/** A change of one or several chats (HIST-05). */
export const ChatsChange = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('star'), chatIds: ChatIds, isStarred: z.boolean() }),
  z.strictObject({ action: z.literal('label'), chatIds: ChatIds, add: LabelIds, remove: LabelIds }),
  z.strictObject({ action: z.literal('move'), chatIds: ChatIds, roomId: RoomId }),
  z.strictObject({ action: z.literal('delete'), chatIds: ChatIds }),
  z.strictObject({ action: z.literal('restore'), chatIds: ChatIds }),
])
export type ChatsChange = z.infer<typeof ChatsChange>

export const listLabels = endpoint({
  name: 'listLabels',
  host: 'main',
  method: 'GET',
  path: '/sessions/labels',
  caller: 'account-member',
  summary: "Lists the caller's labels by name, each with its number of chats in the scope.",
  query: z.strictObject({ scope: HistoryScope.default('all'), canvas: CanvasFilter }),
  reply: { json: messageReply(z.array(LabelCount)) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER'],
})
export const listLabelsOfChat = endpoint({
  name: 'listLabelsOfChat',
  host: 'main',
  method: 'GET',
  path: '/sessions/:chatId/labels',
  caller: 'account-member',
  policy: 'chat:read',
  summary: 'Lists the labels of a chat whose names contain the search text, ignoring case and accents.',
  params: z.strictObject({ chatId: ChatId }),
  query: z.strictObject({ search: LineOrNothing(limits.labelCharacters).default('') }),
  reply: { json: messageReply(z.array(Label)) },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
})
export const createLabel = endpoint({
  name: 'createLabel',
  host: 'main',
  method: 'POST',
  path: '/sessions/labels',
  caller: 'account-member',
  summary: 'Creates a label.',
  body: z.strictObject({ name: LabelName }),
  reply: { json: messageReply(Label) },
  errors: ['INVALID_INPUT', 'LABEL_NAME_TAKEN', 'TOO_MANY_LABELS'],
  idempotency: 'key',
})
export const renameLabel = endpoint({
  name: 'renameLabel',
  host: 'main',
  method: 'PATCH',
  path: '/sessions/labels/:labelId',
  caller: 'account-member',
  summary: 'Renames a label. Refuses the name of another label: merge them instead.',
  params: ofLabel,
  body: z.strictObject({ name: LabelName }),
  reply: { json: messageReply(Label) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'LABEL_NAME_TAKEN'],
  idempotency: 'key',
})
export const mergeLabels = endpoint({
  name: 'mergeLabels',
  host: 'main',
  method: 'POST',
  path: '/sessions/labels/:labelId/merge',
  caller: 'account-member',
  summary: "Moves a label's chats to another label, and deletes the first.",
  params: ofLabel,
  body: z.strictObject({ intoLabelId: LabelId }),
  reply: { json: messageReply(Label) },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
  idempotency: 'key',
})
export const deleteLabel = endpoint({
  name: 'deleteLabel',
  host: 'main',
  method: 'DELETE',
  path: '/sessions/labels/:labelId',
  caller: 'account-member',
  summary: 'Removes a label from its chats and deletes it. The chats stay.',
  params: ofLabel,
  reply: { json: messageReply(z.strictObject({ labelId: LabelId })) },
  errors: ['NOT_FOUND'],
  idempotency: 'key',
})
export const changeChats = endpoint({
  name: 'changeChats',
  host: 'main',
  method: 'POST',
  path: '/sessions/changes',
  caller: 'account-member',
  policy: 'chat:write',
  summary:
    "Stars, labels, moves, deletes or restores some of the caller's chats: all or none. The target room of a move must be one that the caller may use.",
  body: ChatsChange,
  reply: { json: messageReply(z.strictObject({ chatIds: z.array(ChatId) })) },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
  idempotency: 'key',
})
export const chatLabelEndpoints = {
  listLabels,
  listLabelsOfChat,
  createLabel,
  renameLabel,
  mergeLabels,
  deleteLabel,
  changeChats,
}
