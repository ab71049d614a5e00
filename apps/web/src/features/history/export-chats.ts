import type { AccountId, ChatId } from '@atrium/contract'
import i18next from 'i18next'
import { queryClient } from '../../lib/query-client.ts'
import { saveAs } from '../../lib/save-as.ts'
import { chatQuery } from '../chat/queries.ts'
import { showFailure } from '../chat/show-error.ts'
import { chatAsMarkdown, chatsAsJson, fileNameOf } from './chat-files.ts'

export type FileFormat = 'markdown' | 'json'

/** Saves chats as one file (CHAT-13, HIST-05), named after the first of them; says itself why it cannot. */
export async function exportChats(
  accountId: AccountId,
  chatIds: readonly ChatId[],
  format: FileFormat,
): Promise<void> {
  try {
    const chats = []
    for (const chatId of chatIds) chats.push(await queryClient.fetchQuery(chatQuery(accountId, chatId)))
    const name = fileNameOf(chats[0]?.chatTitle ?? '')
    if (format === 'json')
      return saveAs(new Blob([chatsAsJson(chats, new Date())], { type: 'application/json' }), `${name}.json`)
    const text = chats.map((chat) => chatAsMarkdown(chat, words())).join('\n---\n\n')
    saveAs(new Blob([text], { type: 'text/markdown;charset=utf-8' }), `${name}.md`)
  } catch (error) {
    showFailure(error)
  }
}

const words = () => ({
  asked: i18next.t('transfer:file.asked'),
  answeredBy: (model: string | null) =>
    model === null ? i18next.t('transfer:file.answer') : i18next.t('transfer:file.answered', { model }),
  picture: (name: string) => i18next.t('transfer:file.picture', { name }),
  unfinished: i18next.t('transfer:file.unfinished'),
})
