import type { ChatId, LabelId } from '@atrium/contract'
import { type ApiSettings, call } from '../api-client.ts'

/** Labels of people, each with words of the titles that get it. */
const labelsOf: Record<string, Record<string, RegExp>> = {
  amara: {
    'To decide': /clause|offer|risk|naming|figures|budget/i,
    Customers: /warranty|farmer|offer|nordfjord/i,
    Firmware: /firmware|calibrate/i,
    Team: /colleague|party|week/i,
  },
  wei: { 固件: /传感|固件|firmware/i },
  claire: { 'À relire': /./ },
  layla: { للمراجعة: /./ },
  minh: { 'Khách hàng': /./ },
}
const everyThird = 3

/** Chats that people share with their room, by words of the titles, to read or open for questions. */
const sharesOf: Record<string, readonly { titles: RegExp; share: 'read' | 'open' }[]> = {
  amara: [
    { titles: /warranty/i, share: 'read' },
    { titles: /nordfjord/i, share: 'open' },
  ],
  ingrid: [{ titles: /./, share: 'read' }],
  kwame: [{ titles: /sticker/i, share: 'read' }],
}

/** Labels, stars and shared chats in the history of the demo team. */
export async function tidyHistory(person: string, api: ApiSettings): Promise<void> {
  const { message: listed } = await call('listHistory', api, { query: { page_size: '50' } })
  // Without those that others have shared already.
  const chats = listed.filter(({ sharedBy }) => sharedBy === null)
  for (const [name, titles] of Object.entries(labelsOf[person] ?? {})) {
    const chatIds = chats.filter(({ chatTitle }) => titles.test(chatTitle)).map(({ chatId }) => chatId)
    if (chatIds.length === 0) continue
    const { message: label } = await call('createLabel', api, { body: { name } })
    await addLabel(api, chatIds, label.labelId)
  }
  const starred = chats.filter((_, index) => index % everyThird === 0).map(({ chatId }) => chatId)
  if (starred.length > 0)
    await call('changeChats', api, { body: { action: 'star', chatIds: starred, isStarred: true } })
  for (const { titles, share } of sharesOf[person] ?? []) {
    const chat = chats.find(({ chatTitle }) => titles.test(chatTitle))
    if (!chat) continue
    await call('shareChat', api, { params: { chatId: chat.chatId }, body: { share } })
    if (share === 'read') await linkTo(api, chat.chatId)
  }
}

/** A link for the members of the account. Its address is known to nobody: they see it in the list and make their own. */
async function linkTo(api: ApiSettings, chatId: ChatId): Promise<void> {
  const { currentTurnId: turnId } = (await call('getChat', api, { params: { chatId } })).message
  if (turnId !== null) await call('createChatLink', api, { params: { chatId }, body: { turnId } })
}

const addLabel = (api: ApiSettings, chatIds: ChatId[], labelId: LabelId) =>
  call('changeChats', api, { body: { action: 'label', chatIds, add: [labelId], remove: [] } })
