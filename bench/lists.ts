import { startModelProvider } from '@atrium/sandbox'
import { connect, type DatabaseAddress } from '@atrium/server/platform/database/index.ts'
import { createLog } from '@atrium/server/platform/log.ts'
import { call } from '@atrium/testkit/api-client.ts'
import type { Page } from 'playwright'
import { startChromium } from './chromium.ts'
import { percentile } from './statistics.ts'
import { startAtrium } from './streaming/atrium.ts'
import { type Person, signUpPeople } from './streaming/people.ts'

const memberCount = 10_000
const roomCount = 2000

/** An account with 10,000 members and 2,000 rooms: how long lists and searches take, and how its sidebar scrolls. */
export type ListsMeasured = {
  /** By request; the second slowest of 20 calls (p95), in milliseconds, over HTTP. */
  calls: { what: string; p95Ms: number }[]
  /** Time between two frames while the list of rooms scrolls from end to end, p95, in milliseconds. */
  sidebarFrameP95Ms: number
}

/** Fills one account of the real server's database and asks as its owner does. */
export async function measureLists(say: (line: string) => void): Promise<ListsMeasured> {
  await using started = new AsyncDisposableStack()
  const provider = await startModelProvider({ pace: { firstTokenMs: 0, perSecond: Infinity } })
  started.defer(() => provider.close())
  const atrium = await startAtrium({ providerUrl: provider.url })
  started.defer(() => atrium.end())
  const [owner] = (await signUpPeople(atrium, 1)) as [Person]
  say(`an account with ${memberCount} members and ${roomCount} rooms …`)
  await fill(atrium.databaseAddress, owner)

  const { accountId, roomId } = owner
  const settings = { url: atrium.url, token: owner.token, accountId }
  const members = (query: { page?: string; page_size?: string; search?: string }) =>
    call('listMembers', settings, { params: { id: accountId }, query })
  const asked: [what: string, ask: () => Promise<unknown>][] = [
    ['first page of members', () => members({ page: '1', page_size: '20' })],
    ['last page of members', () => members({ page: String(memberCount / 20), page_size: '20' })],
    ['search of members', () => members({ search: 'person 99' })],
    ['every room of the account', () => call('listRooms', settings, { params: { accountId } })],
    [
      'last page of a room’s members',
      () =>
        call('listRoomMembers', settings, {
          params: { roomId },
          query: { page: String(memberCount / 20), page_size: '20' },
        }),
    ],
    [
      'search of people for a room',
      () =>
        call('searchPeople', settings, {
          params: { accountId },
          query: { query: 'person 99', room_id: roomId },
        }),
    ],
  ]
  const calls = []
  for (const [what, ask] of asked) calls.push({ what, p95Ms: await p95Of(ask) })

  const browser = await startChromium()
  started.defer(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' })
  await signIn(page, atrium.url, owner)
  return { calls, sidebarFrameP95Ms: percentile(await page.evaluate<number[]>(scrollRooms), 0.95) }
}

async function p95Of(ask: () => Promise<unknown>): Promise<number> {
  // The first call opens connections and has statements prepared.
  await ask()
  const took: number[] = []
  for (let count = 0; count < 20; count++) {
    const from = performance.now()
    await ask()
    took.push(performance.now() - from)
  }
  return percentile(took, 0.95)
}

async function fill(address: DatabaseAddress, { accountId }: Person): Promise<void> {
  const database = connect(address, {
    log: createLog({ level: 'silent' }),
    maxConnections: 1,
    statementTimeoutMs: 0,
  })
  const idOf = (kind: string) => `'${kind}_01890000-0000-7000-8000-' || lpad(to_hex(n), 12, '0')`
  const run = (text: string, ...values: unknown[]) => database.pool.query(text, values)
  try {
    await run(
      `with person as (
        insert into identity_user (id, name, email)
        select ${idOf('user')}, 'Person ' || n, 'member' || n || '@example.com'
        from generate_series(1, $2::int) as n returning id)
      insert into membership (account_id, user_id, role) select $1, id, 'member' from person`,
      accountId,
      memberCount - 1,
    )
    await run(
      `with owner as (select user_id from membership where account_id = $1 and role = 'owner'), made as (
        insert into room (account_id, id, name, access_type, created_by)
        select $1, ${idOf('room')}, 'Room ' || n, case when n % 2 = 0 then 'PUBLIC' else 'PRIVATE' end, user_id
        from owner, generate_series(1, $2::int) as n returning id, created_by)
      insert into room_member (account_id, room_id, user_id, membership_type)
      select $1, id, created_by, 'OWNER' from made`,
      accountId,
      roomCount - 1,
    )
    await run('vacuum analyze membership, identity_user, room, room_member')
  } finally {
    await database.close()
  }
}

async function signIn(page: Page, url: string, { email, password }: Person): Promise<void> {
  await page.goto(url)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Expand the sidebar' }).click()
  await page.getByRole('searchbox', { name: 'Find a room' }).waitFor()
}

/** Scrolls the box around the rooms, as fast as a brisk fling (120 pixels a frame), from its top to its end; returns the times between frames. */
const scrollRooms = `new Promise((resolve) => {
  let box = document.querySelector('nav input[type=search]')
  while (box && box.scrollHeight <= box.clientHeight + 1000) box = box.parentElement
  if (!box) throw new Error('Nothing scrolls around the rooms.')
  const frames = []
  let before = performance.now()
  const step = (now) => {
    frames.push(now - before)
    before = now
    box.scrollTop += 120
    if (box.scrollTop + box.clientHeight < box.scrollHeight - 1) requestAnimationFrame(step)
    else resolve(frames.slice(1))
  }
  requestAnimationFrame(step)
})`
