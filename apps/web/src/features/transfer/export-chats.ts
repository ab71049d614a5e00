import type { AccountId, ChatDetails, ChatId } from '@atrium/contract'
import { saveAs } from '../../lib/save-as.ts'
import { wholeChat } from '../../entities/chats/queries.ts'
import { showFailure } from '../../lib/toasts/show-failure.ts'
import { chatAsMarkdown, chatsAsJson, fileNameOf } from './chat-files.ts'
import { fileWords } from './file-words.ts'
import { distinctNames } from './zip/distinct-names.ts'

export type FileFormat = 'markdown' | 'docx' | 'json'

/**
 * Saves chats (CHAT-13, HIST-05): one as a file, several as a zip with a file for each; as JSON always one file, the format for imports.
 * Named after the first chat; shows its own errors.
 */
export async function exportChats(
  accountId: AccountId,
  chatIds: readonly ChatId[],
  format: FileFormat,
): Promise<void> {
  try {
    const chats: ChatDetails[] = []
    for (const chatId of chatIds) chats.push(await wholeChat(accountId, chatId))
    const name = fileNameOf(chats[0]?.chatTitle ?? '')
    if (format === 'json')
      return saveAs(new Blob([chatsAsJson(chats, new Date())], { type: 'application/json' }), `${name}.json`)
    const { ending, write } = await writerOf(format)
    const [first, ...others] = chats
    if (first !== undefined && others.length === 0) return saveAs(await write(first), `${name}${ending}`)
    const names = distinctNames(
      chats.map(({ chatTitle }) => fileNameOf(chatTitle)),
      ending,
    )
    const files = []
    for (const [index, chat] of chats.entries())
      files.push({ name: names[index] ?? `${index}${ending}`, content: await write(chat) })
    const { writeZip } = await import('./zip/write-zip.ts')
    saveAs(await writeZip(files), `${name}.zip`)
  } catch (error) {
    showFailure(error)
  }
}

type Writer = { ending: string; write: (chat: ChatDetails) => Promise<Blob> }

async function writerOf(format: 'markdown' | 'docx'): Promise<Writer> {
  const words = fileWords()
  if (format === 'docx') {
    const { chatAsDocx } = await import('./docx/chat-as-docx.ts')
    return { ending: '.docx', write: (chat) => chatAsDocx(chat, words) }
  }
  return {
    ending: '.md',
    write: async (chat) => new Blob([chatAsMarkdown(chat, words)], { type: 'text/markdown;charset=utf-8' }),
  }
}
