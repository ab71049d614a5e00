import { Readable } from 'node:stream'
import { documentEndingOf, type FileId, type UserId } from '@atrium/contract'
import { ZipFile } from 'yazl'
import { type ChatToKeep, chatsOfPerson, chatToKeep } from '../../chats/index.ts'
import { filesOfPerson, readAttachment } from '../../attachments/index.ts'
import { type Database, inSystem } from '../../platform/database/index.ts'
import type { Storage } from '../../platform/storage/index.ts'
import { chatAsMarkdown, nameOfPicture } from './chat-as-markdown.ts'
import { canvasPicturesOf, readOwnData } from './read-own-data.ts'

/**
 * Streams all data of a person as a zip while reading it: loads one chat at a time, so that memory is limited to the longest chat
 * or the largest file. An error ends the stream.
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
  const files = Object.groupBy(await filesOfPerson(database, userId), folderOf)
  for (const [folder, found] of Object.entries({ pictures: [], documents: [], ...files }))
    zip.addBuffer(asJson(found.map(({ storageKey: _storageKey, ...shown }) => shown)), `${folder}.json`)
  const load = rememberingLast((chatId: (typeof chats)[number]['chatId']) =>
    chatToKeep(database, userId, chatId),
  )
  for (const { chatId } of chats) {
    addLater(zip, output, `chats/${chatId}.json`, async () => asJson(await load(chatId)))
    addLater(zip, output, `chats/${chatId}.md`, async () => asMarkdown(await load(chatId)))
  }
  for (const [folder, found] of Object.entries(files))
    for (const { storageKey, ...file } of found)
      addLater(zip, output, `${folder}/${nameInCopy(file)}`, async () =>
        Buffer.from((await readAttachment(storage, storageKey)) ?? ''),
      )
  for (const { storageKey, ...file } of await inSystem(database, (trx) => canvasPicturesOf(trx, userId)))
    addLater(zip, output, `canvas-pictures/${nameOfPicture(file)}`, async () =>
      Buffer.from((await readAttachment(storage, storageKey)) ?? ''),
    )
  zip.end()
  return output
}

const folderOf = ({ name }: { name: string }) => (documentEndingOf(name) ? 'documents' : 'pictures')

/** By id, since file names may repeat. */
function nameInCopy({ fileId, name, contentType }: { fileId: FileId; name: string; contentType: string }) {
  const ending = documentEndingOf(name)
  return ending ? `${fileId}.${ending}` : nameOfPicture({ fileId, contentType })
}

const asJson = (data: unknown) => Buffer.from(`${JSON.stringify(data, null, 2)}\n`)
/** Empty for a chat that was deleted during the export. */
const asMarkdown = (chat: ChatToKeep | null) => Buffer.from(chat ? chatAsMarkdown(chat) : '')

/** Each chat is written twice in a row, and loaded once. */
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
