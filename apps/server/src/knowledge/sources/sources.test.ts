import { createServer, type AddressInfo } from 'node:net'
import type { BaseId, FileId, KnowledgeSource, NewSource, SourceId } from '@atrium/contract'
import { contract, mintId } from '@atrium/contract'
import { call, codeOf, send } from '@atrium/testkit/api-client.ts'
import { insertMember } from '@atrium/testkit/people.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { createSafeFetch } from '../../platform/egress/index.ts'
import { inTenant } from '../../platform/database/index.ts'
import { addRoomMember } from '../../rooms/index.ts'
import { sweepContextFiles } from '../index.ts'
import { as, type Library, openLibrary, openRoom, type Reader } from '../knowledge-for-tests.ts'
import { fetchDueSources } from './due-sources.ts'
import { fetchSource } from './fetch-source.ts'
import type { FetchPorts } from './source-ports.ts'
import { leadTo, reply, startWeb, type WebForTests } from './web-for-tests.ts'
import { createAddressFetcher } from './web/address-fetcher.ts'

let library: Library
let web: WebForTests
let ports: FetchPorts
beforeAll(async () => {
  library = await openLibrary(inject('databaseHost'))
})
afterAll(() => library.close())
beforeEach(async () => {
  web = await startWeb()
  ports = { ...library.ports, fetchAddress: createAddressFetcher(web.safeFetch) }
  library.toBeFetched.length = 0
})
afterEach(() => web.close())

const run = <Row>(statement: ReturnType<typeof sql<Row>>) =>
  statement.execute(library.testDatabase.database.kysely)
const signal = new AbortController().signal

type OpenBase = Reader & { baseId: BaseId }

/** A base in a room of an account whose plan has bases. */
async function openBase(): Promise<OpenBase> {
  const room = await openRoom(library)
  await run(sql`update account set plan_name = 'Team' where id = ${room.accountId}`)
  const { data } = await call('createKnowledgeBase', room, {
    body: { files: [], rag_name: 'Tea', ip_type: 'FILE_UPLOAD' },
  })
  return { ...room, baseId: data.id }
}

const add = async (base: OpenBase, body: NewSource | object) =>
  (await call('addKnowledgeSource', base, { params: { baseId: base.baseId }, body: body as NewSource })).data
const list = async (base: OpenBase, of?: SourceId) =>
  (
    await call('listKnowledgeSources', base, {
      params: { baseId: base.baseId },
      query: { page_size: '100', ...(of && { of }) },
    })
  ).data
const params = (base: OpenBase, { id }: Pick<KnowledgeSource, 'id'>) => ({
  params: { baseId: base.baseId, sourceId: id },
})
const refresh = (base: OpenBase, source: KnowledgeSource) =>
  call('refreshKnowledgeSource', base, params(base, source))
const the = (sources: KnowledgeSource[]): KnowledgeSource => {
  if (sources.length !== 1 || !sources[0]) throw new Error(`There are ${sources.length} sources.`)
  return sources[0]
}

/** Does what the queue would do, until nothing is left. */
async function fetchAll(): Promise<void> {
  for (let job = library.toBeFetched.shift(); job; job = library.toBeFetched.shift())
    await fetchSource(ports, job, signal)
}
async function textOf(base: OpenBase, fileId: FileId | null): Promise<string> {
  const { data } = await call('getFileLink', base, { query: { file_id: fileId ?? '' } })
  return await (await fetch(library.url + data.url)).text()
}
const addPage = async (base: OpenBase, path: string, more: object = {}) => {
  const source = await add(base, { kind: 'page', url: web.at(path), ...more })
  await fetchAll()
  return the((await list(base)).filter(({ id }) => id === source.id))
}

test('a pasted text is a file of its base: listed, opened, changed, indexed again, removed with its bytes', async () => {
  const base = await openBase()
  const added = await add(base, { kind: 'text', title: 'House rules', text: 'Tea at four.' })
  expect(added).toMatchObject({
    kind: 'text',
    title: 'House rules',
    status: 'READY',
    url: null,
    refreshAt: null,
    state: { status: 'PENDING' },
  })
  expect(library.toBeRead.at(-1)).toBe(added.fileId)
  expect(await textOf(base, added.fileId)).toBe('Tea at four.')
  const { data: opened } = await call('openKnowledgeSource', base, params(base, added))
  expect(opened).toEqual({ ...added, text: 'Tea at four.' })
  // Files that people bring are listed without it, and the base counts it.
  expect((await call('listBaseFiles', base, { params: { baseId: base.baseId }, query: {} })).data).toEqual([])
  const bases = await call('listKnowledgeBases', base, { query: {} })
  expect(bases.data[0]).toMatchObject({ fileCount: 0, sourceCount: 1, sizeBytes: 12 })

  const reads = library.toBeRead.length
  const changed = (
    await call('changeKnowledgeSource', base, {
      ...params(base, added),
      body: { title: 'Rules', text: 'Tea at five.' },
    })
  ).data
  expect(changed).toMatchObject({ title: 'Rules', fileId: added.fileId })
  expect(await textOf(base, added.fileId)).toBe('Tea at five.')
  expect(library.toBeRead.slice(reads)).toEqual([added.fileId])
  expect(library.stored(base)).toHaveLength(1)

  expect(await codeOf(add(base, { kind: 'text', title: 'rules', text: 'Others.' }))).toBe('FILE_NAME_TAKEN')
  expect(library.stored(base)).toHaveLength(1)
  await call('deleteKnowledgeSource', base, params(base, added))
  expect([await list(base), library.stored(base)]).toEqual([[], []])
  const left = await run(sql`select from indexed_file where account_id = ${base.accountId}`)
  expect(left.rows).toEqual([])
})

test('KB-05 a base is processing during the first fetch of a source, and failed with the reason if that fetch fails', async () => {
  const base = await openBase()
  const state = async () => {
    const { data } = await call('openKnowledgeBase', base, { params: { baseId: base.baseId } })
    const { state, sourceCount, failedCount, sourceProblem } = data
    return { status: state.status, partsTotal: state.partsTotal, sourceCount, failedCount, sourceProblem }
  }
  const failed = (sourceProblem: string, sourceCount = 1) => ({
    status: 'FAILED',
    partsTotal: 0,
    sourceCount,
    failedCount: 1,
    sourceProblem,
  })
  const ongoing = (more: object = {}) => ({
    status: 'ONGOING',
    partsTotal: null,
    sourceCount: 1,
    failedCount: 0,
    sourceProblem: null,
    ...more,
  })
  expect(await state()).toMatchObject({ status: 'COMPLETED', sourceCount: 0 })
  web.put('/private', reply(401, 'text/html'))
  const secret = await add(base, { kind: 'page', url: web.at('/private') })
  expect(await state()).toEqual(ongoing())
  await fetchAll()
  expect(await state()).toEqual(failed('REFUSED'))
  // It is requested again, because no fetch has succeeded.
  await refresh(base, secret)
  expect(await state()).toEqual(ongoing())
  web.remove('/private')
  await fetchAll()
  expect(await state()).toEqual(failed('GONE'))
  web.put('/private', '<title>Open</title><p>Tea.</p>')
  await refresh(base, secret)
  await fetchAll()
  expect(await state()).toMatchObject({ status: 'ONGOING', failedCount: 0 })
  await run(
    sql`update indexed_file set status = 'COMPLETED', parts_done = 1, parts_total = 1 where scope_id = ${base.baseId}`,
  )
  expect(await state()).toMatchObject({
    status: 'COMPLETED',
    sourceCount: 1,
    failedCount: 0,
    sourceProblem: null,
  })
  // After a new fetch it has a text; once its page is gone, it keeps the last one.
  await refresh(base, secret)
  expect(await state()).toMatchObject({ status: 'COMPLETED' })
  web.remove('/private')
  await fetchAll()
  expect(await state()).toMatchObject({ status: 'COMPLETED', failedCount: 0 })
  // A sitemap that cannot be read is a failure of its base as well.
  web.put('/sitemap.xml', '<html></html>')
  await add(base, { kind: 'sitemap', url: web.at('/sitemap.xml'), most: 5 })
  await fetchAll()
  expect(await state()).toMatchObject({
    status: 'FAILED',
    sourceCount: 2,
    failedCount: 1,
    sourceProblem: 'NOT_A_SITEMAP',
  })
})

test("a job fetches a page with the product's user agent, and stores its text with title and headings", async () => {
  const base = await openBase()
  web.put(
    '/tea',
    '<html><head><title>All about tea</title></head><body><nav>Home</nav><h1>Tea</h1><p>Green &amp; black.</p></body></html>',
  )
  const added = await add(base, { kind: 'page', url: ` ${web.at('/tea#top')}`, refresh: 'daily' })
  expect(added).toMatchObject({ status: 'WAITING', title: web.at('/tea'), url: web.at('/tea'), fileId: null })
  expect(web.asked).toEqual([])
  await fetchAll()
  const page = the(await list(base))
  expect(page).toMatchObject({ status: 'READY', problem: null, title: 'All about tea', refresh: 'daily' })
  expect(Date.parse(page.refreshAt ?? '') - Date.parse(page.fetchedAt ?? '')).toBe(86_400_000)
  expect(await textOf(base, page.fileId)).toBe('All about tea\n\n# Tea\n\nGreen & black.\n')
  expect(library.toBeRead.at(-1)).toBe(page.fileId)
  const { data: opened } = await call('openFileText', base, {
    params: { fileId: page.fileId ?? mintId('file') },
    query: {},
  })
  expect(opened).toMatchObject({ name: 'All about tea.txt', pageUrl: web.at('/tea') })
  expect(web.headers.every((headers) => headers['user-agent']?.startsWith('AtriumBot/'))).toBe(true)
  expect(await codeOf(add(base, { kind: 'page', url: web.at('/tea') }))).toBe('SOURCE_ALREADY_ADDED')
})

test('a document at a URL keeps its type; unsupported and mislabeled content is refused', async () => {
  const base = await openBase()
  web.put('/prices.csv', reply(200, 'text/csv', 'tea,3\n'))
  web.put('/notes', reply(200, 'text/plain; charset=iso-8859-1', Buffer.from('caf\xe9', 'latin1')))
  web.put('/data', reply(200, 'application/json', '{}'))
  web.put('/lie.pdf', reply(200, 'application/pdf', '<html>no</html>'))
  web.put('/empty', '<html><script>x()</script></html>')
  const found = []
  for (const path of ['/prices.csv', '/notes', '/data', '/lie.pdf', '/empty'])
    found.push(await addPage(base, path))
  expect(found.map(({ status, problem }) => problem ?? status)).toEqual([
    'READY',
    'READY',
    'NOT_SUPPORTED',
    'NOT_SUPPORTED',
    'EMPTY',
  ])
  expect(await textOf(base, found[0]?.fileId ?? null)).toBe('tea,3\n')
  expect(await textOf(base, found[1]?.fileId ?? null)).toBe('café')
  const names = await run(
    sql<{ name: string }>`select name from room_file where account_id = ${base.accountId} order by name`,
  )
  expect(names.rows.map(({ name }) => name)).toEqual(['notes.txt', 'prices.csv'])
})

test('an unchanged page is not indexed again, by response headers or by content', async () => {
  const base = await openBase()
  web.put('/etag', (request, response) => {
    if (request.headers['if-none-match'] === '"1"') return void response.writeHead(304).end()
    response.writeHead(200, { 'content-type': 'text/html', etag: '"1"' }).end('<p>Same.</p>')
  })
  web.put('/same', '<p>Same.</p>')
  for (const path of ['/etag', '/same']) {
    const page = await addPage(base, path)
    const reads = library.toBeRead.length
    await run(sql`update knowledge_source set fetched_at = now() - interval '1 hour' where id = ${page.id}`)
    await refresh(base, page)
    await fetchAll()
    const [again] = (await list(base)).filter(({ id }) => id === page.id)
    expect(again).toMatchObject({ status: 'READY', fileId: page.fileId })
    expect(Date.parse(again?.fetchedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect(library.toBeRead).toHaveLength(reads)
    expect(web.asked.filter((asked) => asked === path)).toHaveLength(2)
  }
  const stored = library.stored(base)
  web.put('/same', '<p>Other.</p>')
  const page = (await list(base)).find(({ url }) => url === web.at('/same'))
  if (page) await refresh(base, page)
  await fetchAll()
  expect(await textOf(base, page?.fileId ?? null)).toBe('Other.\n')
  expect(library.toBeRead.at(-1)).toBe(page?.fileId)
  expect(library.stored(base)).toHaveLength(stored.length)
})

test('a page that is gone keeps its last text and shows this; failures are retried with backoff', async () => {
  const base = await openBase()
  web.put('/page', '<p>Tea.</p>')
  const page = await addPage(base, '/page', { refresh: 'weekly' })
  const due = async (status: string) => {
    await refresh(base, page)
    return await again(status)
  }
  const again = async (status: string) => {
    await fetchAll()
    const now = the(await list(base))
    expect(now.status).toBe(status)
    return Math.round((Date.parse(now.refreshAt ?? '') - Date.now()) / 60_000)
  }
  web.remove('/page')
  expect(await due('GONE')).toBe(7 * 24 * 60)
  expect(await textOf(base, page.fileId)).toBe('Tea.\n')

  web.put('/page', reply(503, 'text/html'))
  expect(await due('FAILED')).toBe(5)
  const inMinutes = []
  for (let tries = 0; tries < 3; tries += 1) {
    await run(sql`update knowledge_source set due_at = now() - interval '1 second' where id = ${page.id}`)
    expect(await fetchDueSources(ports)).toBe(1)
    inMinutes.push(await again('FAILED'))
  }
  expect(inMinutes).toEqual([20, 120, 720])
  expect(the(await list(base)).problem).toBe('SERVER_TROUBLE')
  expect(await textOf(base, page.fileId)).toBe('Tea.\n')
  web.put('/page', '<p>Tea again.</p>')
  expect(await due('READY')).toBe(7 * 24 * 60)
  expect(await textOf(base, page.fileId)).toBe('Tea again.\n')
})

test('due sources are fetched once, and only of existing rooms, bases and plans with sources', async () => {
  const [base, binned, downgraded, deleted] = [
    await openBase(),
    await openBase(),
    await openBase(),
    await openBase(),
  ]
  web.put('/page', '<p>Tea.</p>')
  for (const one of [base, binned, downgraded, deleted]) await addPage(one, '/page', { refresh: 'daily' })
  await run(sql`update room set deleted_at = now() where id = ${binned.roomId}`)
  await run(sql`update account set plan_name = 'Basic' where id = ${downgraded.accountId}`)
  await call('deleteKnowledgeBase', deleted, { params: { baseId: deleted.baseId } })
  await run(sql`update knowledge_source set due_at = now() - interval '1 second'`)
  web.asked.length = 0
  await Promise.all([fetchDueSources(ports), fetchDueSources(ports)])
  expect(library.toBeFetched.filter(({ accountId }) => accountId === base.accountId)).toHaveLength(1)
  await fetchAll()
  expect(web.asked).toEqual(['/page'])
  expect(await fetchDueSources(ports)).toBe(0)
})

test('due sources of an account base are fetched while the account exists and its plan has bases', async () => {
  const open = async () => {
    const { roomId: _room, ...owner } = await openBase()
    const { data } = await call('createKnowledgeBase', owner, {
      body: { files: [], rag_name: 'Handbook', ip_type: 'FILE_UPLOAD' },
    })
    return { ...owner, baseId: data.id } as OpenBase
  }
  const [base, downgraded, closed] = [await open(), await open(), await open()]
  web.put('/page', '<p>Tea.</p>')
  const page = await addPage(base, '/page', { refresh: 'daily' })
  for (const one of [downgraded, closed]) await addPage(one, '/page', { refresh: 'daily' })
  expect(await textOf(base, page.fileId)).toBe('Tea.\n')
  const received: object[] = []
  ports = { ...ports, onKnowledgeChanged: (home) => void received.push(home) }
  // A room that is deleted changes nothing for it.
  await run(sql`update room set deleted_at = now() where account_id = ${base.accountId}`)
  await run(sql`update account set plan_name = 'Basic' where id = ${downgraded.accountId}`)
  await run(sql`update account set deleted_at = now() where id = ${closed.accountId}`)
  await run(
    sql`update knowledge_source set due_at = now() - interval '1 second' where account_id = any(${[
      base.accountId,
      downgraded.accountId,
      closed.accountId,
    ]}::text[])`,
  )
  web.put('/page', '<p>Tea and milk.</p>')
  web.asked.length = 0
  expect(await fetchDueSources(ports)).toBe(3)
  await fetchAll()
  expect(web.asked).toEqual(['/page'])
  expect(await textOf(base, page.fileId)).toBe('Tea and milk.\n')
  expect(the(await list(base))).toMatchObject({ status: 'READY', fileId: page.fileId })
  expect(received).toEqual([{ accountId: base.accountId, roomId: null }])
})

test('the robots.txt of the final host after redirects applies', async () => {
  const base = await openBase()
  web.put(
    '/robots.txt',
    reply(200, 'text/plain', 'User-agent: atriumbot\nDisallow: /private\nAllow: /private/open\n'),
  )
  web.put('/private/a', '<p>Secret.</p>')
  web.put('/private/open', '<p>Open.</p>')
  web.put('/moved', leadTo('/private/a'))
  const [refused, moved, open] = [
    await addPage(base, '/private/a'),
    await addPage(base, '/moved'),
    await addPage(base, '/private/open'),
  ]
  expect([refused.problem, moved.problem, open.status]).toEqual(['ROBOTS', 'ROBOTS', 'READY'])
  expect(web.asked).toEqual(['/moved', '/private/open'])
  // One whose robots.txt is in trouble is not fetched for now.
  web.put('/robots.txt', reply(500, 'text/plain'))
  ports = { ...ports, fetchAddress: createAddressFetcher(web.safeFetch) }
  await refresh(base, open)
  await fetchAll()
  expect((await list(base)).find(({ id }) => id === open.id)?.problem).toBe('SERVER_TROUBLE')
})

test('a sitemap adds the pages of its host and of nested sitemaps, up to its limit', async () => {
  const base = await openBase()
  const urls = (paths: string[]) =>
    `<?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY a "aaaa">]><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths.map((path) => `<url><loc> ${path.startsWith('http') ? path : web.at(path)} </loc></url>`).join('')}</urlset>`
  const map = (body: string) => reply(200, 'application/xml', body)
  web.put(
    '/index.xml',
    map(
      `<sitemapindex>${['/one.xml', '/gone.xml', '/two.xml', '/index.xml'].map((path) => `<sitemap><loc>${web.at(path)}</loc></sitemap>`).join('')}</sitemapindex>`,
    ),
  )
  web.put('/one.xml', map(urls(['/1', '/2', '/2#part', 'http://other.test/3', 'file:///etc/passwd', '/&a;'])))
  web.put('/two.xml', map(urls(['/4', '/5', '/6'])))
  for (const path of ['/1', '/2', '/4', '/5']) web.put(path, `<title>Home</title><p>Page ${path}.</p>`)
  const added = await add(base, { kind: 'sitemap', url: web.at('/index.xml'), most: 5, refresh: 'weekly' })
  expect(added).toMatchObject({ kind: 'sitemap', most: 5, pages: { total: 0, ready: 0, failed: 0 } })
  await fetchAll()
  const sitemap = the(await list(base))
  expect(sitemap).toMatchObject({ status: 'READY', pages: { total: 5, ready: 4, failed: 1 } })
  const pages = await list(base, sitemap.id)
  expect(new Set(pages.map(({ url }) => url))).toEqual(
    new Set(['/1', '/2', '/4', '/5', '/&a;'].map((path) => web.at(path))),
  )
  const names = await run(
    sql<{ name: string }>`select name from room_file where base_id = ${base.baseId} order by name`,
  )
  expect(names.rows.map(({ name }) => name)).toEqual([
    'Home (2).txt',
    'Home (3).txt',
    'Home (4).txt',
    'Home.txt',
  ])

  // A new fetch adds new pages, and doesn't reindex unchanged ones.
  const reads = library.toBeRead.length
  web.put('/two.xml', map(urls(['/4', '/5', '/6', '/7'])))
  await refresh(base, sitemap)
  await fetchAll()
  expect(library.toBeRead).toHaveLength(reads)
  expect(the(await list(base)).pages).toEqual({ total: 5, ready: 4, failed: 1 })
  await call('deleteKnowledgeSource', base, params(base, sitemap))
  expect([await list(base), library.stored(base)]).toEqual([[], []])
  web.put('/page.xml', '<p>No sitemap.</p>')
  await add(base, { kind: 'sitemap', url: web.at('/page.xml') })
  await fetchAll()
  expect(the(await list(base)).problem).toBe('NOT_A_SITEMAP')
})

test('a page removed from a sitemap stays out of later fetches, and can be added as a page', async () => {
  const base = await openBase()
  const map = (paths: string[]) =>
    reply(
      200,
      'application/xml',
      `<urlset>${paths.map((path) => `<url><loc>${web.at(path)}</loc></url>`).join('')}</urlset>`,
    )
  web.put('/map.xml', map(['/green', '/black']))
  for (const path of ['/green', '/black', '/white']) web.put(path, `<p>Tea ${path}.</p>`)
  const sitemap = await add(base, { kind: 'sitemap', url: web.at('/map.xml'), most: 3 })
  await fetchAll()
  const pathsOf = async (of?: SourceId) =>
    (await list(base, of)).map(({ url }) => new URL(url ?? '').pathname).toSorted()
  const black = (await list(base, sitemap.id)).find(({ url }) => url === web.at('/black'))
  await call('deleteKnowledgeSource', base, params(base, black ?? { id: mintId('source') }))

  web.put('/map.xml', map(['/green', '/black', '/white']))
  web.asked.length = 0
  await refresh(base, sitemap)
  await fetchAll()
  expect(await pathsOf(sitemap.id)).toEqual(['/green', '/white'])
  expect(web.asked).not.toContain('/black')

  await addPage(base, '/black')
  await refresh(base, sitemap)
  await fetchAll()
  expect([await pathsOf(), await pathsOf(sitemap.id)]).toEqual([
    ['/black', '/map.xml'],
    ['/green', '/white'],
  ])
  // Another sitemap, or this one added again, ignores the removal.
  await call('deleteKnowledgeSource', base, params(base, sitemap))
  const readded = await add(base, { kind: 'sitemap', url: web.at('/map.xml'), most: 3 })
  await fetchAll()
  expect(await pathsOf(readded.id)).toEqual(['/black', '/green', '/white'])
})

test.each([
  'http://127.0.0.1',
  'http://127.1',
  'http://2130706433',
  'http://0x7f000001',
  'http://①②⑦.⓪.⓪.①',
  'http://0.0.0.0',
  'http://localhost',
  'http://[::1]',
  'http://[::ffff:127.0.0.1]',
  'http://[64:ff9b::7f00:1]',
  'http://169.254.169.254',
  'http://10.0.0.1',
])('E01 a URL is checked when it is fetched, not only when it is saved: %s', async (address) => {
  const base = await openBase()
  let connections = 0
  const canary = createServer((socket) => {
    connections += 1
    socket.end()
  })
  await new Promise<void>((resolve) => canary.listen(0, () => resolve()))
  const { port } = canary.address() as AddressInfo
  ports = { ...ports, fetchAddress: createAddressFetcher(createSafeFetch({ morePorts: [port] })) }
  for (const kind of ['page', 'sitemap']) await add(base, { kind, url: `${address}:${port}/` })
  await fetchAll()
  canary.close()
  // An internal name gets the same error as an unknown one.
  const problem = address.includes('localhost') ? 'UNREACHABLE' : 'ADDRESS_REFUSED'
  expect((await list(base)).map((source) => source.problem)).toEqual([problem, problem])
  expect(connections).toBe(0)
})

test('E05 a host name that now resolves to an internal address is not fetched; the last text stays', async () => {
  const base = await openBase()
  web.put('/in', '<p>Inner.</p>')
  web.put('/moves', '<p>Tea is old.</p>')
  web.put('/rewritten', '<p>Coffee is young.</p>')
  const moves = await addPage(base, '/moves')
  const rewritten = await addPage(base, '/rewritten')
  expect([moves.problem, rewritten.problem]).toEqual([null, null])
  const url = web.at('/in', 'inner.test')
  const fields: object = { url }
  expect(
    await codeOf(call('changeKnowledgeSource', base, { ...params(base, rewritten), body: fields })),
  ).toBe('INVALID_INPUT')

  // After saving, the page redirects to an internal address, and the row has one.
  web.put('/moves', leadTo(url))
  await run(sql`update knowledge_source set url = ${url} where id = ${rewritten.id}`)
  for (const source of [moves, rewritten]) await refresh(base, source)
  await fetchAll()
  const after = await list(base)
  expect(after.map(({ problem }) => problem)).toEqual(['UNREACHABLE', 'UNREACHABLE'])
  expect(web.asked).not.toContain('/in')
  expect(await textOf(base, moves.fileId)).toContain('Tea is old.')
  expect(await textOf(base, rewritten.fileId)).toContain('Coffee is young.')
})

test('E03 redirects and host names that resolve to an internal address are not followed', async () => {
  const base = await openBase()
  web.put('/out', leadTo(web.at('/in', 'inner.test')))
  web.put('/file', leadTo('file:///etc/passwd'))
  web.put('/around', leadTo('/around'))
  web.put('/in', '<p>Inner.</p>')
  const found = []
  for (const path of ['/out', '/file', '/around']) found.push((await addPage(base, path)).problem)
  await add(base, { kind: 'page', url: web.at('/in', 'inner.test') })
  await fetchAll()
  found.push((await list(base))[0]?.problem)
  expect(found).toEqual(['UNREACHABLE', 'ADDRESS_REFUSED', 'UNREACHABLE', 'UNREACHABLE'])
  expect(web.asked).not.toContain('/in')
})

test('E01 URLs other than http and https are not saved', async () => {
  const base = await openBase()
  for (const url of [
    'file:///etc/passwd',
    'ftp://site.test',
    'javascript:1',
    'http://a:b@site.test/',
    'site',
    '',
  ])
    expect(await codeOf(add(base, { kind: 'page', url }))).toBe('INVALID_INPUT')
  for (const most of [0, 501])
    expect(await codeOf(add(base, { kind: 'sitemap', url: 'https://site.test', most }))).toBe('INVALID_INPUT')
  const long = { kind: 'text', title: 'Long', text: 'x'.repeat(200_001) }
  expect(await codeOf(add(base, long))).toBe('INVALID_INPUT')
  expect(await list(base)).toEqual([])
})

test("KB-03 a page above 5 MB unpacked, and a text above the base's remaining bytes, are refused", async () => {
  const base = await openBase()
  web.put('/large', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const piece = Buffer.alloc(1024 * 1024, 'a ')
    for (let megabytes = 0; megabytes < 6; megabytes += 1) response.write(piece)
    response.end()
  })
  expect((await addPage(base, '/large')).problem).toBe('TOO_LARGE')
  await run(sql`
    insert into room_file (account_id, id, room_id, base_id, for_base, storage_key, name, content_type, size_bytes, stored_at)
    values (${base.accountId}, ${mintId('file')}, ${base.roomId}, ${base.baseId}, true, gen_random_uuid(), 'big.pdf', 'application/pdf', ${100 * 1024 * 1024 - 5}, now())`)
  web.put('/small', '<p>Six bytes and more.</p>')
  expect((await addPage(base, '/small')).problem).toBe('NO_PLACE')
  expect(await codeOf(add(base, { kind: 'text', title: 'a', text: '123456' }))).toBe(
    'FILES_TOO_LARGE_TOGETHER',
  )
  const fits = await add(base, { kind: 'text', title: 'a', text: '12345' })
  expect(fits.status).toBe('READY')
  // It takes its own place, not that of another.
  await call('changeKnowledgeSource', base, { ...params(base, fits), body: { text: '54321' } })
  expect(library.stored(base)).toHaveLength(1)
})

test("R07 only the room's owner and admins change sources; others can read or see nothing; plans without bases are refused", async () => {
  const [base, other] = [await openBase(), await openBase()]
  const source = await add(base, { kind: 'text', title: 'Rules', text: 'Tea.' })
  const reader = {
    ...as(base, await insertMember(library.testDatabase.database, base.accountId)),
    baseId: base.baseId,
  }
  expect(await codeOf(list(reader))).toBe('NOT_FOUND')
  await inTenant(library.testDatabase.database, base, (trx) =>
    addRoomMember(trx, base, { roomId: base.roomId, userId: reader.userId, membershipType: 'MEMBER' }),
  )
  expect(await list(reader)).toHaveLength(1)
  const changes = (caller: OpenBase, of: Pick<KnowledgeSource, 'id'>) => [
    () => add(caller, { kind: 'text', title: 'b', text: 'b' }),
    () => add(caller, { kind: 'page', url: 'https://site.test' }),
    () => call('changeKnowledgeSource', caller, { ...params(caller, of), body: { title: 'b' } }),
    () => call('refreshKnowledgeSource', caller, params(caller, of)),
    () => call('deleteKnowledgeSource', caller, params(caller, of)),
  ]
  for (const change of changes(reader, source)) expect(await codeOf(change())).toBe('FORBIDDEN')
  // A source of another base, of another account, and one that never was look alike.
  const foreign = await add(other, { kind: 'text', title: 'Theirs', text: 'Coffee.' })
  const replies = await Promise.all(
    [foreign.id, mintId('source')].map((sourceId) =>
      send(contract.openKnowledgeSource, base, { params: { baseId: base.baseId, sourceId } }),
    ),
  )
  expect(replies.map(({ status }) => status)).toEqual([404, 404])
  for (const change of changes({ ...base, baseId: other.baseId }, foreign))
    expect(await codeOf(change())).toBe('NOT_FOUND')
  for (const change of changes(base, foreign).slice(2)) expect(await codeOf(change())).toBe('NOT_FOUND')
  // The file of a source goes with it alone.
  const removal = call('updateKnowledgeBase', base, {
    params: { baseId: base.baseId },
    body: { removedFileIds: [source.fileId ?? mintId('file')] },
  })
  expect(await codeOf(removal)).toBe('NOT_FOUND')
  await run(sql`update account set plan_name = 'Basic' where id = ${base.accountId}`)
  for (const change of changes(base, source).slice(0, 2))
    expect(await codeOf(change())).toBe('RAG_NOT_ALLOWED')
  await call('deleteKnowledgeSource', base, params(base, source))
  expect(await list(other)).toHaveLength(1)
})

test('a worker that dies between fetching and storing leaves nothing behind, and the page is fetched again', async () => {
  const base = await openBase()
  web.put('/page', '<p>Tea.</p>')
  const { storage } = library.ports
  const dead = new Promise<never>(() => {})
  let isPut = () => {}
  const put = new Promise<void>((resolve) => (isPut = resolve))
  const dying: FetchPorts = {
    ...ports,
    storage: {
      ...storage,
      async put(...file) {
        await storage.put(...file)
        isPut()
        return await dead
      },
    },
  }
  await add(base, { kind: 'page', url: web.at('/page') })
  const [job] = library.toBeFetched.splice(0)
  if (!job) throw new Error('There is no job.')
  void fetchSource(dying, job, signal)
  await put
  expect(library.stored(base)).toHaveLength(1)
  expect(the(await list(base))).toMatchObject({ status: 'WAITING', fileId: null })
  await run(
    sql`update room_file set requested_at = now() - interval '2 hours' where account_id = ${base.accountId}`,
  )
  await sweepContextFiles(library.ports)
  expect(library.stored(base)).toEqual([])

  await run(sql`update knowledge_source set due_at = now() - interval '1 second' where id = ${job.sourceId}`)
  await fetchDueSources(ports)
  await fetchAll()
  expect(the(await list(base)).status).toBe('READY')
  expect(library.stored(base)).toHaveLength(1)
})

test('a superseded attempt writes nothing; a storage error is shown and retried', async () => {
  const base = await openBase()
  web.put('/page', '<p>Old.</p>')
  await add(base, { kind: 'page', url: web.at('/page') })
  const [job] = library.toBeFetched.splice(0)
  if (!job) throw new Error('There is no job.')
  const { storage } = library.ports
  const overtaken: FetchPorts = {
    ...ports,
    storage: {
      ...storage,
      async put(...file) {
        await storage.put(...file)
        web.put('/page', '<p>New.</p>')
        await fetchSource(ports, job, signal)
      },
    },
  }
  await fetchSource(overtaken, job, signal)
  const page = the(await list(base))
  expect(await textOf(base, page.fileId)).toBe('New.\n')
  expect(library.stored(base)).toHaveLength(1)

  web.put('/page', '<p>Newer.</p>')
  const refusing: FetchPorts = {
    ...ports,
    storage: { ...storage, put: () => Promise.reject(new Error('Full.')) },
  }
  await fetchSource(refusing, job, signal)
  expect(the(await list(base))).toMatchObject({ status: 'FAILED', problem: 'INTERNAL' })
  expect(await textOf(base, page.fileId)).toBe('New.\n')
  await fetchSource(ports, job, signal)
  expect(await textOf(base, page.fileId)).toBe('Newer.\n')
  expect(library.stored(base)).toHaveLength(1)
})

test('KB-08 a source that is removed during a fetch does not reappear', async () => {
  const base = await openBase()
  web.put('/page', '<p>Tea.</p>')
  const added = await add(base, { kind: 'page', url: web.at('/page') })
  const [job] = library.toBeFetched.splice(0)
  if (!job) throw new Error('There is no job.')
  const { storage } = library.ports
  const late: FetchPorts = {
    ...ports,
    storage: {
      ...storage,
      async put(...file) {
        await storage.put(...file)
        await call('deleteKnowledgeSource', base, params(base, added))
      },
    },
  }
  await fetchSource(late, job, signal)
  expect([await list(base), library.stored(base)]).toEqual([[], []])
  const left = await run(sql`
    select id from room_file where account_id = ${base.accountId}
    union all select file_id from indexed_file where account_id = ${base.accountId}`)
  expect(left.rows).toEqual([])
})
