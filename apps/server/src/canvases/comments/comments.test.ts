import {
  type CanvasId,
  type CanvasRange,
  type CanvasShare,
  type CommentId,
  contract,
  type PersonMention,
  type ThreadId,
} from '@atrium/contract'
import { ApiFailure, call, colleagueOf, send, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import {
  createAbsolutePositionFromRelativePosition,
  createRelativePositionFromJSON,
  createRelativePositionFromTypeIndex,
  relativePositionToJSON,
  XmlElement,
  XmlText,
} from 'yjs'
import { type OpenedCanvas, openOverSocket } from '../canvases-for-tests.ts'
import { eraseEmptyThreads } from './erase-empty-threads.ts'

vi.setConfig({ testTimeout: 30_000 })

let world: World
let kim: TestPerson
let grace: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
afterAll(() => world.close())
beforeEach(async () => {
  kim = await world.signUp()
  grace = await colleagueOf(world, kim, { name: 'Grace Hopper' })
})
const opened: OpenedCanvas[] = []
afterEach(() => {
  for (const canvas of opened.splice(0)) canvas.close()
})

async function create(share: CanvasShare = 'comment', markdown = 'The Zephyr lamp costs 51 crowns.') {
  const body = { title: 'Prices', roomId: kim.roomId, markdown }
  const { canvasId } = (await call('createCanvas', kim.api, { body })).message
  if (share !== 'none') await shareAs(canvasId, share)
  return canvasId
}
const shareAs = (canvasId: CanvasId, share: CanvasShare) =>
  call('shareCanvas', kim.api, { body: { canvasId, share } })
type Given = { range?: CanvasRange | null; mentions?: PersonMention[] }
const begin = async (person: TestPerson, canvasId: CanvasId, text = 'Which lamp?', given: Given = {}) =>
  (
    await call('beginCanvasThread', person.api, {
      params: { canvasId },
      body: { text, range: null, ...given },
    })
  ).message
const reply = async (person: TestPerson, canvasId: CanvasId, threadId: ThreadId, text = 'The green one.') =>
  (await call('replyInCanvasThread', person.api, { params: { canvasId, threadId }, body: { text } })).message
const resolve = async (person: TestPerson, canvasId: CanvasId, threadId: ThreadId, isResolved = true) =>
  (await call('resolveCanvasThread', person.api, { params: { canvasId, threadId }, body: { isResolved } }))
    .message
const change = async (person: TestPerson, canvasId: CanvasId, commentId: CommentId, text = 'Which one?') =>
  (await call('changeCanvasComment', person.api, { params: { canvasId, commentId }, body: { text } })).message
const remove = (person: TestPerson, canvasId: CanvasId, commentId: CommentId) =>
  call('deleteCanvasComment', person.api, { params: { canvasId, commentId } })
const threadsOf = async (person: TestPerson, canvasId: CanvasId) =>
  (await call('listCanvasThreads', person.api, { params: { canvasId } })).message
const outcomeOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof ApiFailure) return error.reply.code
      throw error
    },
  )
const mentionOf = ({ userId }: TestPerson, text: string): PersonMention => ({
  kind: 'person',
  id: userId,
  start: text.indexOf('@'),
  length: text.length - text.indexOf('@'),
})
const mentionsOf = async (person: TestPerson) => (await call('listMentions', person.api, {})).message

async function openCanvas(person: TestPerson, canvasId: CanvasId): Promise<OpenedCanvas> {
  const canvas = openOverSocket(person, canvasId)
  opened.push(canvas)
  await vi.waitFor(() => expect(canvas.isReady()).toBe(true), { timeout: 10_000 })
  return canvas
}
function firstText({ doc }: OpenedCanvas): XmlText {
  const block = doc.getXmlFragment('default').get(0)
  const text = block instanceof XmlElement ? block.get(0) : null
  if (!(text instanceof XmlText)) throw new Error('The canvas begins with no text.')
  return text
}
function rangeOf(canvas: OpenedCanvas, words: string): CanvasRange {
  const text = firstText(canvas)
  const from = text.toJSON().indexOf(words)
  const at = (index: number) =>
    relativePositionToJSON(createRelativePositionFromTypeIndex(text, index)) as CanvasRange['from']
  return { from: at(from), to: at(from + words.length) }
}

test('CANV-04 a thread keeps its passage while others write, and its words when they are deleted', async () => {
  const canvasId = await create('edit')
  const canvas = await openCanvas(kim, canvasId)
  const thread = await begin(grace, canvasId, 'Which lamp?', { range: rangeOf(canvas, 'Zephyr lamp') })
  expect(thread).toMatchObject({
    quote: 'Zephyr lamp',
    resolved: null,
    comments: [{ text: 'Which lamp?', author: { id: grace.userId }, editedAt: null }],
  })
  const passage = async () => {
    const [{ range } = thread] = await threadsOf(kim, canvasId)
    const [from, to] = [range.from, range.to].map(
      (position) =>
        createAbsolutePositionFromRelativePosition(createRelativePositionFromJSON(position), canvas.doc)
          ?.index,
    )
    return firstText(canvas).toJSON().slice(from, to)
  }
  const text = firstText(canvas)
  text.insert(0, 'Listen: ')
  text.insert(text.length, ' Each.')
  expect(await passage()).toBe('Zephyr lamp')
  text.delete(text.toJSON().indexOf('Zephyr'), 'Zephyr lamp'.length)
  await vi.waitFor(() => expect(canvas.isSaved()).toBe(true), { timeout: 10_000 })
  expect(await passage()).toBe('')
  expect((await threadsOf(kim, canvasId))[0]?.quote).toBe('Zephyr lamp')
})

test('CANV-04 PERM-05 who may view reads comments, who may comment or edit writes them, and nobody else knows of them', async () => {
  const canvasId = await create('view')
  const thread = await begin(kim, canvasId)
  const { threadId } = thread
  const stranger = await world.signUp()
  const attempts = async (person: TestPerson) => [
    await outcomeOf(threadsOf(person, canvasId)),
    await outcomeOf(begin(person, canvasId)),
    await outcomeOf(reply(person, canvasId, threadId)),
    await outcomeOf(resolve(person, canvasId, threadId)),
  ]
  expect(await attempts(grace)).toEqual(['ok', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'])
  for (const share of ['comment', 'edit'] as const) {
    await shareAs(canvasId, share)
    expect(await attempts(grace)).toEqual(['ok', 'ok', 'ok', 'ok'])
  }
  const outside = Array.from({ length: 4 }, () => 'NOT_FOUND')
  expect(await attempts(stranger)).toEqual(outside)
  await shareAs(canvasId, 'none')
  expect(await attempts(grace)).toEqual(outside)
})

test('CANV-04 who may comment does not write the text', async () => {
  const canvasId = await create('comment')
  const canvas = await openCanvas(grace, canvasId)
  canvas.write('Not mine')
  const kims = await openCanvas(kim, canvasId)
  expect(kims.texts().join(' ')).not.toContain('Not mine')
  expect((await call('openCanvas', grace.api, { params: { canvasId } })).message).toMatchObject({
    share: 'comment',
    access: 'comment',
  })
  const rename = call('changeCanvas', grace.api, { params: { canvasId }, body: { title: 'Hers' } })
  expect(await outcomeOf(rename)).toBe('FORBIDDEN')
})

test('CANV-04 threads are answered, resolved, reopened by an answer; only authors change and delete their comments', async () => {
  const canvasId = await create()
  const { threadId, comments } = await begin(grace, canvasId)
  const first = comments[0]?.commentId as CommentId
  const answered = await reply(kim, canvasId, threadId)
  expect(answered.comments.map(({ text }) => text)).toEqual(['Which lamp?', 'The green one.'])
  expect((await resolve(kim, canvasId, threadId)).resolved).toMatchObject({ by: 'Kim Example' })
  expect((await resolve(grace, canvasId, threadId, false)).resolved).toBeNull()
  await resolve(kim, canvasId, threadId)
  expect((await reply(grace, canvasId, threadId, 'Still?')).resolved).toBeNull()

  expect(await outcomeOf(change(kim, canvasId, first))).toBe('FORBIDDEN')
  expect(await outcomeOf(remove(kim, canvasId, first))).toBe('FORBIDDEN')
  const changed = await change(grace, canvasId, first)
  expect(changed.comments[0]).toMatchObject({ text: 'Which one?', editedAt: expect.any(String) as string })
  for (const { commentId, author } of changed.comments)
    await remove(author.id === kim.userId ? kim : grace, canvasId, commentId)
  expect(await threadsOf(kim, canvasId)).toEqual([])
  expect(await outcomeOf(reply(kim, canvasId, threadId))).toBe('NOT_FOUND')
})

test('CANV-04 CHAT-08 a mention notifies once who may open the canvas, and nobody else', async () => {
  const canvasId = await create()
  const text = 'Please look, @Grace Hopper'
  const { threadId, comments } = await begin(kim, canvasId, text, { mentions: [mentionOf(grace, text)] })
  expect(comments[0]?.mentions).toEqual([mentionOf(grace, text)])
  const notice = { by: { id: kim.userId }, question: null, comment: { canvasId, threadId }, isSeen: false }
  expect(await mentionsOf(grace)).toMatchObject([notice])
  const params = { canvasId, commentId: comments[0]?.commentId as CommentId }
  const body = { text, mentions: [mentionOf(grace, text)] }
  await call('changeCanvasComment', kim.api, { params, body })
  expect(await mentionsOf(grace)).toHaveLength(1)
  const stranger = await world.signUp()
  const foreign = await begin(kim, canvasId, text, { mentions: [mentionOf(stranger, text)] })
  expect(foreign.comments[0]?.mentions).toEqual([])
  expect(await mentionsOf(stranger)).toEqual([])
  // Of a canvas that is private again, and of a deleted comment.
  await shareAs(canvasId, 'none')
  expect(await mentionsOf(grace)).toEqual([])
  await shareAs(canvasId, 'comment')
  await call('deleteCanvasComment', kim.api, { params })
  expect(await mentionsOf(grace)).toEqual([])
})

test('CANV-04 comments are live for others, and found by the search of canvases', async () => {
  const canvasId = await create('view')
  const leaving = new AbortController()
  const { body } = await send(contract.readNotices, { ...grace.api, signal: leaving.signal })
  let received = ''
  void (async () => {
    for await (const chunk of body ?? []) received += Buffer.from(chunk).toString()
  })().catch(() => undefined)
  await begin(kim, canvasId, 'Ask the Boréalis team')
  await vi.waitFor(() => expect(received).toContain(JSON.stringify({ type: 'canvas-commented', canvasId })), {
    timeout: 5_000,
  })
  leaving.abort()
  const found = async (search: string) =>
    (await call('listCanvases', grace.api, { query: { search } })).message.map((one) => one.canvasId)
  expect(await found('borealis lamp')).toEqual([canvasId])
  expect(await found('borealis oolong')).toEqual([])
})

test('C09 comments of an erased person go, and threads that were only theirs', async () => {
  const canvasId = await create()
  const [hers, shared] = [await begin(grace, canvasId), await begin(grace, canvasId)]
  await reply(kim, canvasId, shared.threadId)
  await sql`delete from canvas_comment where author_id = ${grace.userId}`.execute(world.database.kysely)
  expect((await threadsOf(kim, canvasId)).map(({ threadId }) => threadId)).toEqual([shared.threadId])
  expect(await eraseEmptyThreads(world.database)).toBe(1)
  expect(await outcomeOf(reply(kim, canvasId, hers.threadId))).toBe('NOT_FOUND')
})
