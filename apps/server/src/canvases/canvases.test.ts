import { type Canvas, type CanvasId, type CanvasShare, limits, mintId, type RoomId } from '@atrium/contract'
import { docxOf, relationsPart } from '@atrium/documents/testing/documents-for-tests.ts'
import {
  ApiFailure,
  call,
  codeOf,
  colleagueOf,
  startWorld,
  type TestPerson,
  type World,
} from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { type OpenedCanvas, openOverSocket } from './canvases-for-tests.ts'
import { eraseDeletedCanvases } from './delete-canvas.ts'
import { createImporter } from './imports/import-canvas.ts'
import { createLog } from '../platform/log.ts'

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

type Given = { title?: string; markdown?: string; roomId?: RoomId; share?: CanvasShare }
async function create(person: TestPerson, { share = 'none', ...given }: Given = {}): Promise<Canvas> {
  const { message } = await call('createCanvas', person.api, { body: { roomId: person.roomId, ...given } })
  if (share !== 'none') await shareAs(person, message.canvasId, share)
  return message
}
const shareAs = (person: TestPerson, canvasId: CanvasId, share: CanvasShare) =>
  call('shareCanvas', person.api, { body: { canvasId, share } })
const titles = async (person: TestPerson, query: Record<string, string> = {}) =>
  (await call('listCanvases', person.api, { query })).message.map(({ title }) => title)
const open = async (person: TestPerson, canvasId: CanvasId) =>
  (await call('openCanvas', person.api, { params: { canvasId } })).message

test('CANV-01 a canvas without a title is an ‘Untitled Canvas’ of its owner’s alone, with its words counted', async () => {
  const { canvasId } = await create(kim, { markdown: '# Plan\n\nthree more words' })
  expect(await open(kim, canvasId)).toMatchObject({
    title: 'Untitled Canvas',
    owner: { id: kim.userId },
    room: { id: kim.roomId },
    chatId: null,
    share: 'none',
    access: 'manage',
    wordCount: 4,
    people: [],
  })
  expect(await codeOf(open(grace, canvasId))).toBe('NOT_FOUND')
  expect(await titles(grace)).toEqual([])
})

test('CANV-01 CANV-05 the list has scopes, rooms, search in titles and texts, orders and pages, and counts all', async () => {
  const { data: board } = await call('createRoom', kim.api, {
    params: { accountId: kim.accountId },
    body: { name: 'Board', access_type: 'PRIVATE' },
  })
  await create(kim, { title: 'Budget', markdown: 'The pump costs a lot.' })
  await create(kim, { title: 'Alpha', share: 'view' })
  await create(kim, { title: 'Minutes', roomId: board.id, share: 'edit' })
  await create(grace, { title: 'Of Grace', share: 'edit' })
  expect(await titles(kim)).toEqual(['Of Grace', 'Minutes', 'Alpha', 'Budget'])
  expect(await titles(kim, { order: 'asc', sort_by: 'title' })).toEqual([
    'Alpha',
    'Budget',
    'Minutes',
    'Of Grace',
  ])
  expect(await titles(kim, { scope: 'mine', order: 'asc' })).toEqual(['Budget', 'Alpha', 'Minutes'])
  expect(await titles(grace, { scope: 'shared' })).toEqual(['Of Grace', 'Alpha'])
  expect(await titles(kim, { room_id: board.id })).toEqual(['Minutes'])
  expect(await titles(kim, { search: 'PUMP cost' })).toEqual(['Budget'])
  expect(await titles(kim, { search: '100%' })).toEqual([])
  const page = await call('listCanvases', kim.api, { query: { page: '2', page_size: '3' } })
  expect(page).toMatchObject({ count: 4, message: [{ title: 'Budget' }] })
})

test('CANV-01 people rename what they may edit, and see a new name at once in search', async () => {
  const { canvasId } = await create(kim, { title: 'Draft', share: 'view' })
  const rename = (person: TestPerson, title: string) =>
    call('changeCanvas', person.api, { params: { canvasId }, body: { title } })
  expect(await codeOf(rename(grace, 'Hers'))).toBe('FORBIDDEN')
  await shareAs(kim, canvasId, 'edit')
  expect((await rename(grace, '  Launch\n')).message).toMatchObject({ title: 'Launch', access: 'edit' })
  expect(await titles(kim, { search: 'launch' })).toEqual(['Launch'])
  expect(await titles(kim, { search: 'draft' })).toEqual([])
  expect(await codeOf(rename(kim, ' '))).toBe('INVALID_INPUT')
  expect(await codeOf(rename(kim, 'x'.repeat(121)))).toBe('INVALID_INPUT')
})

test('CANV-01 a canvas is shared by its owner with its room, to view or to edit, and only there', async () => {
  const { data: board } = await call('createRoom', kim.api, {
    params: { accountId: kim.accountId },
    body: { name: 'Board', access_type: 'PRIVATE' },
  })
  const stranger = await world.signUp()
  const [shown, hidden] = [
    await create(kim, { share: 'view' }),
    await create(kim, { roomId: board.id, share: 'edit' }),
  ]
  expect(await open(grace, shown.canvasId)).toMatchObject({ share: 'view', access: 'view' })
  expect(await codeOf(open(grace, hidden.canvasId))).toBe('NOT_FOUND')
  expect(await codeOf(open(stranger, shown.canvasId))).toBe('NOT_FOUND')
  expect(await codeOf(shareAs(grace, shown.canvasId, 'edit'))).toBe('FORBIDDEN')
  expect(await codeOf(shareAs(grace, hidden.canvasId, 'view'))).toBe('NOT_FOUND')
  await shareAs(kim, shown.canvasId, 'none')
  expect(await codeOf(open(grace, shown.canvasId))).toBe('NOT_FOUND')
})

test('a copy has the text as stored, belongs to who made it, and goes its own way', async () => {
  const { canvasId } = await create(kim, { title: 'Plan', markdown: 'first', share: 'view' })
  const hers = openOverSocket(kim, canvasId)
  opened.push(hers)
  await vi.waitFor(() => expect(hers.isReady()).toBe(true), { timeout: 10_000 })
  hers.write('second')
  await vi.waitFor(() => expect(hers.isSaved()).toBe(true), { timeout: 10_000 })
  const { message: copy } = await call('duplicateCanvas', grace.api, { params: { canvasId }, body: {} })
  expect(copy).toMatchObject({ title: 'Plan', owner: { id: grace.userId }, share: 'none', access: 'manage' })
  expect(copy.canvasId).not.toBe(canvasId)
  const his = openOverSocket(grace, copy.canvasId)
  opened.push(his)
  await vi.waitFor(() => expect(his.texts()).toEqual(['first', 'second']), { timeout: 10_000 })
  his.write('only here')
  await vi.waitFor(() => expect(his.isSaved()).toBe(true), { timeout: 10_000 })
  expect(hers.texts()).toEqual(['first', 'second'])
  expect(await codeOf(open(kim, copy.canvasId))).toBe('NOT_FOUND')
})

test('CANV-01 a deleted canvas is gone for all, comes back for who manages it, and is erased after 30 days', async () => {
  const { canvasId } = await create(kim, { title: 'Plan', markdown: 'kept', share: 'edit' })
  const remove = (person: TestPerson) => call('deleteCanvas', person.api, { params: { canvasId } })
  const restore = (person: TestPerson) => call('restoreCanvas', person.api, { params: { canvasId } })
  expect(await codeOf(remove(grace))).toBe('FORBIDDEN')
  await remove(kim)
  for (const person of [kim, grace]) {
    expect(await codeOf(open(person, canvasId))).toBe('NOT_FOUND')
    expect(await titles(person)).toEqual([])
  }
  expect(await codeOf(restore(grace))).toBe('FORBIDDEN')
  expect((await restore(kim)).message).toMatchObject({ canvasId, title: 'Plan', share: 'edit' })
  expect(await titles(grace)).toEqual(['Plan'])

  await remove(kim)
  const age = (days: number) =>
    sql`update canvas set deleted_at = now() - make_interval(days => ${days}) where id = ${canvasId}`.execute(
      world.database.kysely,
    )
  await age(29)
  await eraseDeletedCanvases(world.database)
  const left = async () =>
    (
      await sql`
        select from canvas where id = ${canvasId} union all select from canvas_snapshot where canvas_id = ${canvasId}`.execute(
        world.database.kysely,
      )
    ).rows.length
  expect(await left()).toBe(2)
  await age(31)
  expect(await codeOf(restore(kim))).toBe('NOT_FOUND')
  await eraseDeletedCanvases(world.database)
  expect(await left()).toBe(0)
})

test('X01 markup in a title or a text stays text', async () => {
  const hostile = '"><img src=x onerror=alert(1)><script>alert(1)</script>'
  const { canvasId } = await create(kim, {
    title: hostile,
    markdown: `${hostile}\n\n[go](javascript:alert(1))`,
  })
  expect((await open(kim, canvasId)).title).toBe(hostile)
  expect(await titles(kim, { search: 'onerror' })).toEqual([hostile])
  const { rows } = await sql<{
    markdown: string
  }>`select markdown from canvas where id = ${canvasId}`.execute(world.database.kysely)
  expect(rows[0]?.markdown).not.toMatch(/<(img|script)/)
  expect(rows[0]?.markdown).not.toContain('](javascript:')
})

/** A Word document with a heading, a list, a quote by style, a table, notes, and what a canvas leaves out. */
const wordFile = () =>
  docxOf(
    `<w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr><w:r><w:t>Go</w:t></w:r><w:r><w:t>als</w:t></w:r></w:p>
    <w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>four</w:t></w:r></w:p>
    <w:p><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>inner</w:t></w:r></w:p>
    <w:p><w:pPr><w:rPr><w:b/></w:rPr></w:pPr><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">bold </w:t></w:r>
      <w:hyperlink r:id="l1"><w:r><w:t>site</w:t></w:r></w:hyperlink><w:hyperlink r:id="l2"><w:r><w:t>run</w:t></w:r></w:hyperlink>
      <w:del><w:r><w:delText>gone</w:delText><w:t>gone</w:t></w:r></w:del><w:ins><w:r><w:t>kept</w:t></w:r></w:ins>
      <w:r><w:footnoteReference w:id="2"/></w:r></w:p>
    <w:p><w:pPr><w:pStyle w:val="TOC1"/></w:pPr><w:r><w:t>Contents 1</w:t></w:r></w:p>
    <w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>HYPERLINK "https://field.example/"</w:instrText></w:r>
      <w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>field</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>
    <w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr><w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Wide</w:t></w:r></w:p></w:tc></w:tr>
      <w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>2</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`,
    {
      'word/_rels/document.xml.rels': relationsPart(
        ['s', 'styles', 'styles.xml'],
        ['n', 'numbering', 'numbering.xml'],
        ['f', 'footnotes', 'footnotes.xml'],
        ['l1', 'hyperlink', 'https://tea.example/', 'TargetMode="External"'],
        ['l2', 'hyperlink', 'javascript:alert(1)', 'TargetMode="External"'],
      ),
      'word/styles.xml': `<w:styles xmlns:w="w"><w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>
        <w:style w:type="paragraph" w:styleId="TOC1"><w:name w:val="toc 1"/></w:style></w:styles>`,
      'word/numbering.xml': `<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="0">
        <w:lvl w:ilvl="0"><w:start w:val="4"/><w:numFmt w:val="decimal"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/></w:lvl>
        </w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
      'word/footnotes.xml':
        '<w:footnotes xmlns:w="w"><w:footnote w:id="2"><w:p><w:r><w:t>A note.</w:t></w:r></w:p></w:footnote></w:footnotes>',
    },
  )
const importWord = (person: TestPerson, bytes: Buffer, given: { roomId?: RoomId; title?: string } = {}) =>
  call('importCanvas', person.api, {
    body: { roomId: person.roomId, title: 'Launch', base64: bytes.toString('base64'), ...given },
  })

test('a Word document becomes a canvas with its structure, in a room that the person may use', async () => {
  const { canvasId, title } = (await importWord(kim, await wordFile())).message
  expect(title).toBe('Launch')
  const { rows } = await sql<{
    markdown: string
  }>`select markdown from canvas where id = ${canvasId}`.execute(world.database.kysely)
  expect(rows[0]?.markdown.split(/\n{2,}/)).toEqual([
    '# Goals',
    '4. four\n   - inner',
    '**bold** [site](https://tea.example/)runkept\\[1\\]',
    '[field](https://field.example/)',
    '| Wide |     |\n| ---- | --- |\n| a    | 2   |',
    '\\[1\\] A note.',
  ])
  expect(await codeOf(open(grace, canvasId))).toBe('NOT_FOUND')
  const { data: board } = await call('createRoom', kim.api, {
    params: { accountId: kim.accountId },
    body: { name: 'Board', access_type: 'PRIVATE' },
  })
  expect(await codeOf(importWord(grace, await wordFile(), { roomId: board.id }))).toBe('NOT_FOUND')
  expect(await codeOf(importWord(grace, await wordFile(), { roomId: mintId('room') }))).toBe('NOT_FOUND')
})

test('F07 F09 a hostile or unreadable Word document is refused with its field and problem, and no canvas is created', async () => {
  const problemIn = async (bytes: Buffer) => {
    const error = await importWord(kim, bytes).catch((reason: unknown) => reason)
    const { code, details, issues } = error instanceof ApiFailure ? error.reply : { code: 'none' }
    return [code, issues?.[0]?.path, details?.['problem']]
  }
  const refusedAs = (problem: string | undefined) => ['INVALID_INPUT', 'body.base64', problem]
  const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  const whole = await wordFile()
  const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
  for (const [bytes, problem] of [
    [Buffer.from('no archive'), 'damaged'],
    [whole.subarray(0, whole.length / 2), 'damaged'],
    [await docxOf('<w:p>', { 'word/document.xml': '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>' }), 'damaged'],
    [Buffer.concat([compound, Buffer.from('EncryptedPackage', 'utf16le')]), 'protected'],
    [await docxOf('<w:p/>'), 'empty'],
    [await docxOf(paragraph('word '.repeat(limits.canvasMarkdownCharacters / 4))), 'tooLarge'],
    // 20 MB in a file of less than one.
    [await docxOf(paragraph('word '.repeat(4_000_000))), 'tooLarge'],
  ] as const)
    expect(await problemIn(bytes)).toEqual(refusedAs(problem))
  expect(await problemIn(Buffer.alloc(limits.canvasFileBytes + 3))).toEqual(refusedAs(undefined))
  expect(await titles(kim)).toEqual([])

  const { canvasId } = (await importWord(kim, await docxOf(paragraph('a&#0;b \uD83D&#x1;c')))).message
  expect(await open(kim, canvasId)).toMatchObject({ wordCount: expect.any(Number) })
  expect(await codeOf(importWord(kim, whole, { title: 'a\0b' }))).toBe('INVALID_INPUT')
})

test('a cancelled import creates nothing and leaves its turn to the next', async () => {
  const { database } = world
  const log = createLog({ level: 'silent' })
  const importFile = createImporter({ database, log })
  const actor = { accountId: kim.accountId, userId: kim.userId }
  const file = { title: 'Launch', roomId: kim.roomId, base64: (await wordFile()).toString('base64') }
  for (let times = 0; times < 3; times++) {
    const cancelling = new AbortController()
    const importing = importFile(actor, file, cancelling.signal)
    cancelling.abort()
    await expect(importing).rejects.toMatchObject({ name: 'AbortError' })
  }
  expect(await titles(kim)).toEqual([])
  await importFile(actor, file, new AbortController().signal)
  expect(await titles(kim)).toEqual(['Launch'])
})

test('D07 imports are limited per person and minute; the error says when to try again', async () => {
  const refused = async () => {
    const error = await importWord(kim, Buffer.from('no archive')).catch((reason: unknown) => reason)
    return error instanceof ApiFailure ? error.reply : expect.fail('It was not refused.')
  }
  for (let times = 0; times < limits.maxCanvasImportsPerMinute; times++)
    expect((await refused()).code).toBe('INVALID_INPUT')
  expect(await refused()).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) })
})
