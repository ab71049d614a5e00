import { type ChatId, contract, type FileId, mintId } from '@atrium/contract'
import {
  call,
  checkInvariants,
  colleagueOf,
  endOf,
  readEvents,
  send,
  startWorld,
  textOf,
  type TestPerson,
  type World,
} from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { linkToDocument } from '../../attachments/index.ts'
import { attachmentOpenTo } from '../../chats/index.ts'
import { createFileLinks } from '../../files/index.ts'
import { png } from '../../files/pictures/pictures-for-tests.ts'
import { systemClock } from '../../platform/clock.ts'
import { inTenant } from '../../platform/database/index.ts'
import {
  promptSent,
  readDocumentOf,
  sourcesOf,
  statusOf,
  turnsOf,
  uploadDocument,
} from '../answers-for-tests.ts'

let world: World
let kim: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost'), documentWaitMs: 5_000 })
  kim = await world.signUp()
})
beforeEach(() => {
  world.model.reset()
  world.model.script('*', [{ text: 'As you say.' }, { finish: 'stop' }])
})
afterAll(async () => {
  expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([])
  await world.close()
})

const withDocuments = (text: string, attachments: FileId[]) => ({
  ask: { kind: 'question' as const, messageId: mintId('message'), text, attachments },
})
async function ask(text: string, attachments: FileId[], more: Parameters<TestPerson['ask']>[1] = {}) {
  const asked = await kim.ask('', { ...withDocuments(text, attachments), ...more })
  const { events } = asked.response.ok ? await readEvents(asked.response) : { events: [] }
  return {
    ...asked,
    events,
    received: events.flatMap(({ part }) => (part.type === 'data-sources' ? [part.data] : [])),
  }
}
const setStatus = (fileId: FileId, status: string) =>
  sql`update indexed_file set status = ${status} where file_id = ${fileId}`.execute(world.database.kysely)

test('ANS-05 a document attached to a question is read, sent whole, and shown with the question', async () => {
  const id = await readDocumentOf(kim, 'lease.txt', 'The rent of the flat is 940 euros.')
  world.model.script('*', [{ text: 'The rent of the flat is 940 euros [1].' }, { finish: 'stop' }])
  const asked = await ask('What is the rent?', [id])
  expect(asked.received[0]).toMatchObject({
    sources: [{ number: 1, fileId: id, fileName: 'lease.txt', of: { kind: 'question' } }],
    trace: { wholeFiles: [{ fileId: id }], unreadFiles: [] },
  })
  expect(promptSent(world).block).toContain('| The rent of the flat is 940 euros.')
  expect(promptSent(world).question).toContain('(Documents that this question comes with: "lease.txt".)')
  const [turn] = await turnsOf(kim, asked.chatId)
  expect(turn?.question).toMatchObject({
    attachments: [],
    documents: [
      { id, name: 'lease.txt', contentType: 'text/plain', sizeBytes: 34, state: { status: 'COMPLETED' } },
    ],
  })
  const opened = await send(contract.openAttachment, kim.api, { params: { fileId: id } })
  expect(opened.headers.get('content-disposition')).toContain('attachment')
})

test('ANS-05 later questions and answers of its branch read it too; another chat does not', async () => {
  const id = await readDocumentOf(kim, 'lease.txt', 'The rent of the flat is 940 euros.')
  const { chatId, turnId } = await ask('What is the rent?', [id])
  const next = await ask('And how much is that in a year?', [], { chatId, parentTurnId: turnId })
  expect(next.received[0]?.sources[0]).toMatchObject({ fileId: id, of: { kind: 'question' } })
  const again = await ask('', [], { chatId, ask: { kind: 'regenerate', turnId } })
  expect(again.received[0]?.sources[0]?.fileId).toBe(id)
  const edited = await ask('What is the rent of the flat?', [], { chatId })
  expect(edited.received).toEqual([])
  expect((await ask('What is the rent of the flat?', [])).received).toEqual([])
})

test('ANS-05 of a document too long to send whole, the passages that match the question are sent', async () => {
  const filler = Array.from(
    { length: 400 },
    (_, at) => `Paragraph ${at}: ${'moss grows on walls. '.repeat(20)}`,
  )
  const id = await readDocumentOf(
    kim,
    'long.txt',
    [...filler.slice(0, 200), 'The keeper of the lighthouse is called Oyelaran.', ...filler.slice(200)].join(
      '\n\n',
    ),
  )
  const { received } = await ask('Who keeps the lighthouse, what is the keeper called?', [id])
  expect(received[0]?.trace.wholeFiles).toEqual([])
  expect(promptSent(world).block).toContain('Oyelaran')
  expect(promptSent(world).block.length).toBeLessThan(60_000)
})

test('ANS-05 an answer waits for a document that is still being processed', async () => {
  const id = await readDocumentOf(kim, 'lease.txt', 'The rent of the flat is 940 euros.')
  await setStatus(id, 'ONGOING')
  const asked = await kim.ask('', withDocuments('What is the rent?', [id]))
  const reading = readEvents(asked.response)
  await expect.poll(async () => (await turnsOf(kim, asked.chatId))[0]?.state).toBe('open')
  expect(promptSent(world).all).toBe('[]')
  await setStatus(id, 'COMPLETED')
  const { events } = await reading
  expect(textOf(events)).toBe('As you say.')
  expect(promptSent(world).block).toContain('940 euros')
})

test('ANS-05 the asker and the model learn which documents were not processed in time or failed', async () => {
  const slow = await readDocumentOf(kim, 'slow.txt', 'The rent of the flat is 940 euros.')
  await setStatus(slow, 'ONGOING')
  const broken = await readDocumentOf(kim, 'broken.txt', 'Nothing.')
  await sql`update indexed_file set status = 'INVALID_INPUT', problem = 'DAMAGED' where file_id = ${broken}`.execute(
    world.database.kysely,
  )
  const { received, events } = await ask('What is the rent?', [slow, broken])
  expect(endOf(events)?.state).toBe('answered')
  expect(received[0]).toMatchObject({
    sources: [],
    trace: {
      unreadFiles: [
        { fileId: slow, fileName: 'slow.txt', problem: null },
        { fileId: broken, fileName: 'broken.txt', problem: 'DAMAGED' },
      ],
    },
  })
  expect(promptSent(world).all).toContain('could not be read')
  expect(promptSent(world).all).not.toContain('940')
})

test('ANS-05 B53 an answer that waits for a document can be stopped', async () => {
  const id = await readDocumentOf(kim, 'lease.txt', 'The rent of the flat is 940 euros.')
  await setStatus(id, 'PENDING')
  const asked = await kim.ask('', withDocuments('What is the rent?', [id]))
  const reading = readEvents(asked.response)
  await expect.poll(async () => (await turnsOf(kim, asked.chatId))[0]?.state).toBe('open')
  await call('stopAnswer', kim.api, { params: { turnId: asked.turnId } })
  expect(endOf((await reading).events)).toMatchObject({ state: 'stopped', creditsCharged: 0 })
  expect(promptSent(world).all).toBe('[]')
})

test('ANS-05 KB-02 a document is accepted only if its content matches its name; its upload form works once', async () => {
  expect((await uploadDocument(kim, 'fake.pdf', 'No PDF.')).refusal).toBe('FILE_NOT_SUPPORTED')
  expect((await uploadDocument(kim, 'empty.txt', '')).refusal).toBe('FILE_EMPTY')
  const mismatched = await send(contract.getAttachmentForm, kim.api, {
    query: { filename: 'lease.pdf', 'content-type': 'text/plain' },
  })
  expect(((await mismatched.json()) as { code: string }).code).toBe('FILE_NOT_SUPPORTED')
  const refused = await uploadDocument(kim, 'gone.txt', '')
  expect(
    (await send(contract.getAttachmentState, kim.api, { params: { fileId: refused.fileId } })).status,
  ).toBe(404)
})

test("T05 another person's document is not found: neither its state, its bytes, nor through a question", async () => {
  const id = await readDocumentOf(kim, 'lease.txt', 'The rent of the flat is 940 euros.')
  const [bo, stranger] = [await colleagueOf(world, kim), await world.signUp()]
  for (const person of [bo, stranger]) {
    world.model.reset()
    for (const endpoint of [contract.getAttachmentState, contract.openAttachment])
      expect((await send(endpoint, person.api, { params: { fileId: id } })).status).toBe(404)
    const { response } = await person.ask('', withDocuments('What is the rent?', [id]))
    expect(response.status).toBe(404)
    await response.text()
    expect(promptSent(world).all).toBe('[]')
  }
  const estimate = await send(contract.estimateQuestion, bo.api, {
    body: {
      chatId: mintId('chat'),
      parentTurnId: null,
      modelId: 'test-model',
      text: 'What?',
      documents: [id],
    },
  })
  expect(estimate.status).toBe(404)
})

test('ANS-05 pictures and documents work together; a model without vision reads the documents of a question', async () => {
  const id = await readDocumentOf(kim, 'lease.txt', 'The rent of the flat is 940 euros.')
  const { data: form } = await call('getAttachmentForm', kim.api, {
    query: { filename: 'tea.png', 'content-type': 'image/png' },
  })
  const body = new FormData()
  for (const [name, value] of Object.entries(form.fields)) body.set(name, value)
  body.set('file', new Blob([new Uint8Array(png)]), 'x')
  await fetch(new URL(form.url, world.url), { method: 'POST', body })
  const both = await ask('What is on it, what is the rent?', [form.file_id, id], { modelId: 'test-seeing' })
  expect(promptSent(world).all).toContain(png.toString('base64'))
  expect(promptSent(world).all).toContain('940 euros')
  const [turn] = await turnsOf(kim, both.chatId)
  expect(turn?.question.attachments.map(({ name }) => name)).toEqual(['tea.png'])
  expect(turn?.question.documents?.map(({ name }) => name)).toEqual(['lease.txt'])
  const { response } = await ask('What is the rent?', [form.file_id, id], { modelId: 'test-model' })
  expect(response.status).not.toBe(200)
})

test('KB-08 the indexed text of a document is erased with it, once no question uses it', async () => {
  const id = await readDocumentOf(kim, 'lease.txt', 'The rent of the flat is 940 euros.')
  const { chatId, turnId } = await ask('What is the rent?', [id], { isTemporary: true })
  expect((await sourcesOf({ chatId, turnId }, kim))?.sources).toHaveLength(1)
  expect(await statusOf(kim, id)).toBe('COMPLETED')
  await call('leaveTemporaryChat', kim.api, { params: { chatId } })
  const left = async () =>
    (
      await sql<{ count: number }>`
        select (select count(*) from attachment where id = ${id}) + (select count(*) from indexed_file where file_id = ${id})
          + (select count(*) from passage where file_id = ${id}) + (select count(*) from posting where file_id = ${id}) as count`.execute(
        world.database.kysely,
      )
    ).rows[0]?.count
  await expect.poll(async () => Number(await left()), { timeout: 60_000 }).toBe(0)
})

test('ANS-05 the estimate includes the tokens of documents', async () => {
  const id = await readDocumentOf(kim, 'lease.txt', 'The rent of the flat is 940 euros. '.repeat(40))
  const estimate = async (documents: FileId[]) =>
    (
      await call('estimateQuestion', kim.api, {
        body: {
          chatId: mintId('chat'),
          parentTurnId: null,
          modelId: 'test-model',
          text: 'What is the rent?',
          documents,
        },
      })
    ).data.inputTokens
  const [without, counted] = [await estimate([]), await estimate([id])]
  const { events } = await ask('What is the rent?', [id])
  const sent = endOf(events)?.usage?.inputTokens ?? 0
  expect(counted).toBeGreaterThan(without + 300)
  expect(sent).toBeLessThanOrEqual(counted)
})

test('ANS-05 C07 a link to a document opens it for five minutes, for anyone who has the link', async () => {
  const id = await readDocumentOf(kim, 'lease.txt', 'The rent of the flat is 940 euros.')
  const bo = await colleagueOf(world, kim)
  const links = createFileLinks({ secret: world.secret, clock: systemClock })
  const open = (person: TestPerson, fileId = id) => {
    const { accountId, userId } = person
    const path = linkToDocument({ fileLinks: links, mainApiUrl: '/api' }, { accountId, userId }, fileId)
    return fetch(new URL(path, world.url))
  }
  const opened = await open(kim)
  expect(opened.headers.get('content-disposition')).toMatch(/^attachment.*lease\.txt/)
  expect(await opened.text()).toBe('The rent of the flat is 940 euros.')
  expect((await open(bo)).status).toBe(404)
  expect((await open(kim, mintId('file'))).status).toBe(404)
})

test('ANS-05 T05 the text of a document is open to its uploader, and in its chat', async () => {
  const id = await readDocumentOf(kim, 'lease.txt', 'The rent of the flat is 940 euros.')
  const [{ chatId }, other] = [await ask('What is the rent?', [id]), await ask('Anything else?', [])]
  const bo = await colleagueOf(world, kim)
  const openTo = ({ accountId, userId }: TestPerson, chat?: ChatId) =>
    inTenant(world.database, { accountId, userId }, (trx) =>
      attachmentOpenTo(trx, { accountId, userId }, { fileId: id, chatId: chat }),
    )
  for (const chat of [undefined, chatId]) {
    expect(await openTo(kim, chat)).toMatchObject({ id, name: 'lease.txt' })
    expect(await openTo(bo, chat)).toBeNull()
  }
  expect(await openTo(kim, other.chatId)).toBeNull()
})
