import { contract, limits, mintId } from '@atrium/contract'
import { colleagueOf, send, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'

let world: World
let kim: TestPerson
let bo: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
beforeEach(async () => {
  kim = await world.signUp()
  bo = await colleagueOf(world, kim, { name: 'Bo Example' })
  await run(sql`update membership set role = 'admin' where user_id = ${bo.userId}`)
})
afterAll(() => world.close())

const run = (statement: ReturnType<typeof sql>) => statement.execute(world.database.kysely)
/** 'ok', or the code with which a call was refused. */
const codeOf = async (response: Response) =>
  response.ok ? 'ok' : ((await response.json()) as { code: string }).code
const times = async (count: number, ask: () => Promise<Response>) => {
  for (let left = count; left > 0; left -= 25)
    for (const code of await Promise.all(
      Array.from({ length: Math.min(left, 25) }, () => ask().then(codeOf)),
    ))
      expect(code).toBe('ok')
}

const at = '2024-05-06T07:08:09.000Z'
const bring = ({ api, roomId }: TestPerson) =>
  send(contract.importChats, api, {
    body: {
      roomId,
      source: 'chatgpt',
      chats: [
        {
          sourceId: mintId('chat').slice(5),
          title: 'Old drinks',
          createdAt: at,
          isStarred: false,
          labels: [],
          currentTurn: null,
          turns: [
            {
              parent: null,
              sameQuestionAs: null,
              question: 'Tea?',
              askedAt: at,
              modelName: 'gpt-4o',
              state: 'answered',
              reasoning: '',
              answer: 'Tea.',
              answeredAt: at,
              rating: null,
            },
          ],
        },
      ],
    },
  })
const estimate = ({ api }: TestPerson) =>
  send(contract.estimateQuestion, api, {
    body: { chatId: mintId('chat'), parentTurnId: null, modelId: 'test-model', text: 'Tea?' },
  })
const logoForm = ({ api, accountId }: TestPerson) =>
  send(contract.getLogoUploadForm, api, {
    params: { id: accountId, filename: 'logo.png' },
    query: { 'content-type': 'image/png' },
  })
const attachmentForm = ({ api }: TestPerson) =>
  send(contract.getAttachmentForm, api, { query: { filename: 'tea.png', 'content-type': 'image/png' } })
const fileForm = ({ api }: TestPerson) =>
  send(contract.getUploadForm, api, { query: { filename: `${mintId('file')}.txt`, size: '1' } })

test.each([
  ['imports in a minute', limits.maxImportsPerMinute, bring],
  ['estimates in a minute', limits.maxEstimatesPerMinute, estimate],
  ['forms for logos that wait', limits.maxPendingLogosPerPerson, logoForm],
  ['forms for attachments that wait', limits.maxAttachmentsPending, attachmentForm],
] as const)('a person has a maximum number of %s; others are not affected', async (_what, max, ask) => {
  await times(max, () => ask(kim))
  const refused = await ask(kim)
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect(await codeOf(refused)).toBe('RATE_LIMITED')
  expect(await codeOf(await ask(bo))).toBe('ok')
})

test('D07 pending upload forms count per person across all rooms of the account', async () => {
  const rooms = await Promise.all(
    ['Tea', 'Coffee'].map(
      async (name) =>
        (
          (await (
            await send(contract.createRoom, kim.api, {
              params: { accountId: kim.accountId },
              body: { name, access_type: 'PUBLIC' },
            })
          ).json()) as { data: { id: string } }
        ).data.id,
    ),
  )
  for (const roomId of rooms)
    await run(sql`
      insert into room_file (account_id, id, room_id, storage_key, name, content_type, requested_by)
      select ${kim.accountId}, 'file_' || right(${roomId}::text, 20) || n, ${roomId}, ${roomId}::text || n, n || '.txt', 'text/plain', ${kim.userId}
      from generate_series(1, ${limits.maxPendingUploadsPerPerson / 2}::int) as n`)
  expect(await codeOf(await fileForm(kim))).toBe('RATE_LIMITED')
  expect(await codeOf(await fileForm(bo))).toBe('ok')
})

test('D07 a person can store a maximum number of attachments and of bytes', async () => {
  const store = (count: number, bytes: number) =>
    run(sql`
      insert into attachment (account_id, id, owner_id, storage_key, name, content_type, stored_at, size_bytes)
      select ${kim.accountId}, 'file_' || right(${kim.userId}::text, 20) || n, ${kim.userId}, ${kim.userId}::text || n, 'tea.png', 'image/png', now(), ${bytes}
      from generate_series(1, ${count}::int) as n`)
  await store(limits.maxStoredAttachments - 1, 1)
  // Pending files may be stored as well.
  expect(await codeOf(await attachmentForm(kim))).toBe('ok')
  expect(await codeOf(await attachmentForm(kim))).toBe('TOO_MANY_FILES')
  expect(await codeOf(await attachmentForm(bo))).toBe('ok')
  await run(sql`delete from attachment where owner_id = ${kim.userId}`)
  await store(2, limits.maxStoredAttachmentBytes / 2)
  expect(await codeOf(await attachmentForm(kim))).toBe('TOO_MANY_FILES')
  expect(await codeOf(await attachmentForm(bo))).toBe('ok')
})
