import {
  contentTypeOf,
  type FileId,
  type IndexStatus,
  type SourcesPart,
  sourcesIn,
  type Turn,
} from '@atrium/contract'
import { call, type TestPerson, type World } from '@atrium/testkit'
import { postForm, uploadContextFile } from '@atrium/testkit/upload-context-file.ts'
import { expect } from 'vitest'

/** Adds a file to the context of the person's active room; resolves when it is indexed. */
export async function addToRoom(person: TestPerson, name: string, text: string): Promise<FileId> {
  await uploadContextFile(person.api, { name, bytes: Buffer.from(text) })
  const found = async () =>
    (
      await call('listContextFiles', person.api, {
        params: { roomId: person.api.roomId ?? person.roomId },
        query: { page_size: '100' },
      })
    ).data.find((file) => file.name === name)
  await expect.poll(async () => (await found())?.state.status).toBe('COMPLETED')
  return (await found())?.id as FileId
}

/** Uploads a document for a question; returns the server's reply when it was refused. */
export async function uploadDocument(
  person: TestPerson,
  name: string,
  bytes: Uint8Array | string,
): Promise<{ fileId: FileId; refusal: string | null }> {
  const { data: form } = await call('getAttachmentForm', person.api, {
    query: { filename: name, 'content-type': contentTypeOf(name) as 'text/plain' },
  })
  const response = await postForm(person.api.url, form, Buffer.from(bytes as string))
  const refusal = response.ok ? null : ((await response.json()) as { code: string }).code
  return { fileId: form.file_id, refusal }
}

export const statusOf = async (person: TestPerson, fileId: FileId): Promise<IndexStatus> =>
  (await call('getAttachmentState', person.api, { params: { fileId } })).data.status

/** Uploads a document and waits until it is indexed. */
export async function readDocumentOf(person: TestPerson, name: string, text: string): Promise<FileId> {
  const { fileId, refusal } = await uploadDocument(person, name, text)
  expect(refusal).toBeNull()
  await expect.poll(() => statusOf(person, fileId)).toBe('COMPLETED')
  return fileId
}

type Message = { role: string; content: string }

/** The messages of the last prompt that the provider received in a room. */
export function promptSent(world: World): { system: string; block: string; question: string; all: string } {
  const asked = world.model
    .requests()
    .map(({ body }) => (body as { messages: Message[] }).messages)
    .findLast((messages) => messages[0]?.content.includes('in the room'))
  const said = asked ?? []
  const text = ({ content }: Message) => (typeof content === 'string' ? content : JSON.stringify(content))
  return {
    system: said[0] ? text(said[0]) : '',
    block:
      said
        .filter(({ role }) => role === 'user')
        .map(text)
        .find((systemText) => systemText.startsWith('Sources for')) ?? '',
    question: said.length > 0 ? text(said.at(-1) as Message) : '',
    all: JSON.stringify(said),
  }
}

export async function turnsOf(
  person: TestPerson,
  chatId: Parameters<typeof sourcesOf>[0]['chatId'],
): Promise<Turn[]> {
  return (await call('getChat', person.api, { params: { chatId } })).message.turns
}

type Place = { chatId: Awaited<ReturnType<TestPerson['ask']>>['chatId']; turnId: Turn['turnId'] }

/** The stored sources of a turn. */
export async function sourcesOf({ chatId, turnId }: Place, person: TestPerson): Promise<SourcesPart | null> {
  const turn = (await turnsOf(person, chatId)).find((one) => one.turnId === turnId)
  return turn ? sourcesIn(turn.parts) : null
}
