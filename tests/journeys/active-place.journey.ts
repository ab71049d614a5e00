import { call } from '@atrium/testkit/api-client.ts'
import { askQuietly } from './support/asked.ts'
import { answerEnds, ask } from './support/conversation.ts'
import { keepSidebarOpen, navigation, openRoom } from './support/rooms.ts'
import { makeRoom } from './support/team.ts'
import { expect, memberTest as test } from './support/test.ts'

test('ACC-03 T23 two tabs keep their own account and room, a new one starts with the last choice; lists are requested at most once a second', async ({
  page,
  context,
  member,
}) => {
  await keepSidebarOpen(context)
  await makeRoom(member, 'Bridge')
  const { teamId } = (await call('createAccount', member.api, { body: { name: 'The other team' } })).data
  await page.goto('/accounts')
  await page.getByRole('button', { name: /^Ada’s team/ }).click()
  await openRoom(page, 'Bridge')

  const second = await context.newPage()
  await second.goto('/accounts')
  await second.getByRole('button', { name: /^The other team/ }).click()
  await expect(second.getByRole('banner')).toContainText('General')
  await expect(second.locator('body')).not.toContainText('Bridge')
  await expect(navigation(second)).toContainText('The other team')

  const third = await context.newPage()
  const thirds = new Set<string>()
  third.on('request', (request) => {
    const accountId = request.headers()['workspace-id']
    if (accountId) thirds.add(accountId)
  })
  await third.goto('/chat/new')
  await expect(navigation(third)).toContainText('The other team')
  await expect(third.locator('body')).not.toContainText('Bridge')
  expect([...thirds]).toEqual([teamId])

  // The first tab stays in its room, also after a reload; its requests name that room.
  await expect(page.getByRole('banner')).toContainText('Bridge')
  const accounts = new Set<string>()
  page.on('request', (request) => {
    const accountId = request.headers()['workspace-id']
    if (accountId) accounts.add(accountId)
  })
  await page.reload()
  await expect(page.getByRole('banner')).toContainText('Bridge')
  await expect(navigation(page)).toContainText('Ada’s team')
  expect([...accounts]).toEqual([member.accountId])

  // Regardless of how often a tab becomes visible.
  const asked: number[] = []
  third.on('request', (request) => {
    if (request.url().endsWith('/rooms')) asked.push(Date.now())
  })
  const until = Date.now() + 2500
  while (Date.now() < until) {
    await third.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    await third.evaluate(() => new Promise(requestAnimationFrame))
  }
  const gaps = asked.slice(1).map((at, index) => at - (asked[index] ?? 0))
  expect(asked.length, 'it is asked for again').toBeGreaterThan(0)
  expect(Math.min(...gaps, 1000), 'a second lies between two').toBeGreaterThan(900)
})

test('ACC-03 NAV-09 opening a chat of another room activates that room, and a later choice of a room stays', async ({
  page,
  context,
  member,
}) => {
  await keepSidebarOpen(context)
  await page.goto('/chat/new')
  await expect(page.getByRole('banner')).toContainText('General')
  const bridge = await makeRoom(member, 'Bridge')
  const inBridge = { ...member, api: { ...member.api, roomId: bridge } }
  const chatId = await askQuietly(inBridge, 'What is a bridge?')
  // The room that was the first stays, now that another one is.
  await page.reload()
  await expect(navigation(page)).toContainText('Bridge')
  await expect(page.getByRole('banner')).toContainText('General')

  await page.goto('/chat-history/all')
  await page.getByRole('rowheader').getByRole('link').click()
  await expect(page).toHaveURL(`/chat/${chatId}`)
  await expect(page.getByRole('banner')).toContainText('Bridge')
  const rooms = new Set<string | undefined>()
  page.on('request', (request) => {
    if (request.url().includes('/stream/')) rooms.add(request.headers()['room-id'])
  })
  await ask(page, 'And a keel? [[sandbox:rate=max]]')
  await answerEnds(page)
  expect([...rooms]).toContain(bridge)
  await page.reload()
  await expect(page.getByRole('banner')).toContainText('Bridge')

  await openRoom(page, 'General')
  await expect(page).toHaveURL('/chat/new')
  await expect(page.getByRole('banner')).toContainText('General')
})

test('AUTH-11 a knowledge-base link to a room of another account activates that account, and every call names its account', async ({
  page,
  context,
  member,
}) => {
  await keepSidebarOpen(context)
  const { teamId } = (await call('createAccount', member.api, { body: { name: 'The other team' } })).data
  const { data: rooms } = await call(
    'listRooms',
    { ...member.api, accountId: teamId },
    { params: { accountId: teamId } },
  )
  await page.goto('/accounts')
  await page.getByRole('button', { name: /^Ada’s team/ }).click()
  await expect(navigation(page)).toContainText('Ada’s team')

  const wrong: string[] = []
  page.on('request', (request) => {
    const named = /\/api\/accounts\/(account_[^/]+)/.exec(request.url())?.[1]
    const header = request.headers()['workspace-id']
    if (named !== undefined && header !== undefined && header !== named) wrong.push(request.url())
  })
  await page.goto(`/knowledge-bases/${rooms[0]?.id}`)
  await expect(navigation(page)).toContainText('The other team')
  await expect(page).toHaveURL(new RegExp(`/knowledge-bases/${rooms[0]?.id}`))
  expect(wrong).toEqual([])
})
