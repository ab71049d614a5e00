import { contract, type Notice, type RoomId } from '@atrium/contract'
import { call, colleagueOf, readEvents, send, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'

let world: World
let kim: TestPerson
let mai: TestPerson
let roomId: RoomId

beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  world.model.script('*', [{ text: 'From Anhui.' }, { finish: 'stop' }])
  kim = await world.signUp({ name: 'Kim Owner' })
  mai = await colleagueOf(world, kim, { name: 'Mai Colleague' })
  const { data: room } = await call('createRoom', kim.api, {
    params: { accountId: kim.accountId },
    body: { name: 'Tea', access_type: 'PRIVATE' },
  })
  roomId = room.id
})
afterAll(() => world.close())

/** Collects the notices of a person's other open browser. */
async function listen({ api }: TestPerson) {
  const leaving = new AbortController()
  const { body } = await send(contract.readNotices, { ...api, signal: leaving.signal })
  let received = ''
  void (async () => {
    for await (const chunk of body ?? []) received += Buffer.from(chunk).toString()
  })().catch(() => undefined)
  return {
    has: (notice: Notice) => received.includes(`data: ${JSON.stringify(notice)}\n`),
    text: () => received,
    leave: () => leaving.abort(),
  }
}

async function askedChat() {
  const { chatId, response } = await kim.ask('Where is keemun from?')
  await readEvents(response)
  // The title comes later, with a notice of its own.
  const titled = async () =>
    (
      await sql`select from chat where id = ${chatId} and title_source = 'automatic'`.execute(
        world.database.kysely,
      )
    ).rows.length
  await expect.poll(titled, { timeout: 30_000 }).toBe(1)
  return chatId
}

/** Does this, and waits at most a second for the notice in the same person's other browser and not in a colleague's. */
async function expectOnlyKim(notice: Notice, change: () => Promise<unknown>) {
  const [kims, mais] = [await listen(kim), await listen(mai)]
  await change()
  await vi.waitFor(() => expect(kims.text()).toContain(JSON.stringify(notice)), { timeout: 1000 })
  expect(mais.has(notice)).toBe(false)
  kims.leave()
  mais.leave()
}

test("HIST-02 W09 a person's other tabs learn of changed labels at once, and nobody else's", async () => {
  const notice = { type: 'labels-changed' } as const
  let label = ''
  await expectOnlyKim(notice, async () => {
    label = (await call('createLabel', kim.api, { body: { name: 'Harvest' } })).message.labelId
  })
  const labelId = label as `label_${string}`
  await expectOnlyKim(notice, () =>
    call('renameLabel', kim.api, { params: { labelId }, body: { name: 'Crop' } }),
  )
  const chatId = await askedChat()
  await expectOnlyKim(notice, () =>
    call('changeChats', kim.api, {
      body: { action: 'label', chatIds: [chatId], add: [labelId], remove: [] },
    }),
  )
  await expectOnlyKim(notice, () => call('deleteLabel', kim.api, { params: { labelId } }))
})

test('HIST-03 opening an unseen chat unmarks it in the other tabs, and opening a seen one notifies nobody', async () => {
  const chatId = await askedChat()
  await sql`update chat set answered_at = now(), seen_at = now() - interval '1 minute' where id = ${chatId}`.execute(
    world.database.kysely,
  )
  const notice = { type: 'chat-changed', chatId } as const
  await expectOnlyKim(notice, () => call('markChatSeen', kim.api, { params: { chatId } }))
  const kims = await listen(kim)
  await call('markChatSeen', kim.api, { params: { chatId } })
  // The later notice arrived, and none before it.
  await call('createLabel', kim.api, { body: { name: 'Later' } })
  await vi.waitFor(() => expect(kims.has({ type: 'labels-changed' })).toBe(true))
  expect(kims.has(notice)).toBe(false)
  kims.leave()
})

test("CHAT-13 W09 a chat's new title reaches the owner's other tabs, and nobody else's", async () => {
  const chatId = await askedChat()
  await expectOnlyKim({ type: 'chat-changed', chatId }, () =>
    call('changeChat', kim.api, { params: { chatId }, body: { chatTitle: 'Keemun' } }),
  )
})

test('ROOM-04 W09 changed members of a room reach those who may use it, and changed members of the account everybody in it', async () => {
  const ofRoom = { type: 'members-changed', roomId } as const
  const [kims, mais] = [await listen(kim), await listen(mai)]
  const newcomer = await colleagueOf(world, kim, { name: 'Ravi New' })
  const ofAccount = { type: 'members-changed', roomId: null } as const
  await vi.waitFor(() => expect([kims.has(ofAccount), mais.has(ofAccount)]).toEqual([true, true]), {
    timeout: 1000,
  })
  await call('addRoomMembers', kim.api, {
    params: { roomId },
    body: [{ id: newcomer.userId, membership_type: 'MEMBER' }],
  })
  await vi.waitFor(() => expect(kims.has(ofRoom)).toBe(true), { timeout: 1000 })
  expect(mais.has(ofRoom)).toBe(false)
  // Notices name nobody.
  expect(kims.text() + mais.text()).not.toMatch(/Ravi|Mai Colleague/)
  kims.leave()
  mais.leave()
})
