import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { UploadForm } from '@atrium/contract'
import { call, colleagueOf, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { postForm } from '@atrium/testkit/upload-context-file.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { png } from './files/pictures/pictures-for-tests.ts'
import { systemClock } from './platform/clock.ts'
import { Secret } from './platform/config/secret.ts'
import { createDiskStorage, type Storage } from './platform/storage/index.ts'

/** A storage whose writes wait for `opens`; `began` resolves when a write has started. */
type Gate = { began: PromiseWithResolvers<void>; opens: PromiseWithResolvers<void> }
let gate: Gate | null = null
const folder = mkdtempSync(path.join(tmpdir(), 'atrium-gate-'))
const disk = createDiskStorage({
  folder,
  secret: new Secret('s'.repeat(32)),
  uploadUrl: '/api/files/upload',
  clock: systemClock,
})
const storage: Storage = {
  ...disk,
  async put(...given) {
    gate?.began.resolve()
    await gate?.opens.promise
    await disk.put(...given)
  },
}

let world: World
let owner: TestPerson
let admin: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost'), storage })
  owner = await world.signUp()
  await run(sql`update account set plan_name = 'Team' where id = ${owner.accountId}`)
  admin = await colleagueOf(world, owner, { name: 'Bo Example' })
})
beforeEach(async () => {
  gate = null
  await run(sql`
    insert into membership (account_id, user_id, role) values (${owner.accountId}, ${admin.userId}, 'admin')
    on conflict (account_id, user_id) do update set role = 'admin'`)
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})

const run = (statement: ReturnType<typeof sql>) => statement.execute(world.database.kysely)
const remove = () =>
  call('removeMember', owner.api, { params: { id: owner.accountId }, query: { userId: admin.userId } })
const demote = () => run(sql`update membership set role = 'member' where user_id = ${admin.userId}`)
const codeOf = async (response: Response) =>
  response.ok ? 'stored' : ((await response.json()) as { code: string }).code
const isStored = async ({ fields }: UploadForm) => (await disk.get(fields['key'] ?? '')) !== undefined

const logoForm = async () =>
  (
    await call('getLogoUploadForm', admin.api, {
      params: { id: owner.accountId, filename: 'logo.png' },
      query: { 'content-type': 'image/png' },
    })
  ).data
const contextForm = async () =>
  (await call('getUploadForm', admin.api, { query: { filename: 'tea.txt', size: '4' } })).data
const text = Buffer.from('Tea.')

type Way = [what: string, lose: () => Promise<unknown>, form: () => Promise<UploadForm>, bytes: Buffer]
const ways: Way[] = [
  ['a removed person: picture of a question', remove, () => attachmentForm('tea.png', 'image/png'), png],
  ['a removed person: document of a question', remove, () => attachmentForm('tea.txt', 'text/plain'), text],
  ['a removed person: file of a room', remove, contextForm, text],
  [
    'a removed person: file of a knowledge base',
    remove,
    async () =>
      (await call('getUploadForm', admin.api, { query: { filename: 'tea.txt', size: '4', for: 'base' } }))
        .data,
    text,
  ],
  ['a removed person: logo', remove, logoForm, png],
  ['a demoted admin: logo', demote, logoForm, png],
  ['a demoted admin: file of a public room', demote, contextForm, text],
]
async function attachmentForm(filename: string, type: 'image/png' | 'text/plain') {
  return (await call('getAttachmentForm', admin.api, { query: { filename, 'content-type': type } })).data
}

test.each(ways)('ACC-07 the form of %s stops working afterwards', async (_what, lose, getForm, bytes) => {
  const before = await getForm()
  expect(await codeOf(await postForm(world.url, before, bytes))).toBe('stored')
  await run(sql`update room_file set deleted_at = now() where account_id = ${owner.accountId}`)
  const form = await getForm()
  await lose()
  expect(await codeOf(await postForm(world.url, form, bytes))).toBe('UPLOAD_REFUSED')
  expect(await isStored(form)).toBe(false)
})

test.each(ways)(
  'ACC-07 an upload that is in progress by the form of %s leaves nothing',
  async (_what, lose, getForm, bytes) => {
    const form = await getForm()
    gate = { began: Promise.withResolvers(), opens: Promise.withResolvers() }
    const reply = postForm(world.url, form, bytes)
    // A refusal before the storage is reached ends the wait as well.
    await Promise.race([gate.began.promise, reply])
    await lose()
    gate.opens.resolve()
    expect(await codeOf(await reply)).toBe('UPLOAD_REFUSED')
    expect(await isStored(form)).toBe(false)
  },
)
