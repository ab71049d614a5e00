import { Readable } from 'node:stream'
import type { UserId } from '@atrium/contract'
import { ZipFile } from 'yazl'
import { type ChatToKeep, chatsOfPerson, chatToKeep } from '../../chats/index.ts'
import { picturesOfPerson, readAttachment } from '../../attachments/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Storage } from '../../platform/storage/index.ts'
import { chatAsMarkdown, nameOfPicture } from './chat-as-markdown.ts'
import { readOwnData } from './read-own-data.ts'

/**
 * Everything of a person as a zip, written while it is read: a chat is loaded when its turn comes, so that years of chats need
 * no more memory than the longest of them, or the largest picture. What goes wrong on the way ends the stream with its error.
 */
export async function writeExport(
  { database, storage }: { database: Database; storage: Storage },
  userId: UserId,
): Promise<Readable> {
  const chats = await chatsOfPerson(database, userId)
  const zip = new ZipFile()
  const output = Readable.from(zip.outputStream, { objectMode: false })
  zip.on('error', (error: Error) => output.destroy(error))

  for (const [name, data] of Object.entries(await readOwnData(database, userId)))
    zip.addBuffer(asJson(data), `${name}.json`)
  zip.addBuffer(asJson(chats), 'chats.json')
  const pictures = await picturesOfPerson(database, userId)
  zip.addBuffer(asJson(pictures.map(({ storageKey: _storageKey, ...told }) => told)), 'pictures.json')
  const load = rememberingLast((chatId: (typeof chats)[number]['chatId']) =>
    chatToKeep(database, userId, chatId),
  )
  for (const { chatId } of chats) {
    addLater(zip, output, `chats/${chatId}.json`, async () => asJson(await load(chatId)))
    addLater(zip, output, `chats/${chatId}.md`, async () => asMarkdown(await load(chatId)))
  }
  for (const { fileId, contentType, storageKey } of pictures)
    addLater(zip, output, `pictures/${nameOfPicture({ fileId, contentType })}`, async () =>
      Buffer.from((await readAttachment(storage, storageKey)) ?? ''),
    )
  zip.end()
  return output
}

const asJson = (data: unknown) => Buffer.from(`${JSON.stringify(data, null, 2)}\n`)
/** Empty for a chat that was deleted while the copy was made. */
const asMarkdown = (chat: ChatToKeep | null) => Buffer.from(chat ? chatAsMarkdown(chat) : '')

/** Each chat is written twice in a row, and read once. */
function rememberingLast<Key, Value>(load: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  let last: { key: Key; value: Promise<Value> } | undefined
  return (key) => {
    if (last?.key !== key) last = { key, value: load(key) }
    return last.value
  }
}

function addLater(zip: ZipFile, output: Readable, name: string, read: () => Promise<Buffer>): void {
  zip.addReadStreamLazy(name, (give) => {
    read().then(
      (bytes) => give(null, Readable.from([bytes])),
      (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))),
    )
  })
}
