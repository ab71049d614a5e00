import { keepSidebarOpen, navigation, roomGroup } from './support/rooms.ts'
import { makeRoom } from './support/team.ts'
import { expect, memberTest as test } from './support/test.ts'
import { replied } from './support/watch.ts'

test('NAV-08 NAV-09 two thousand rooms: names are cut, the list is drawn in part, the search finds', async ({
  page,
  context,
  member,
  picture,
  watched,
}) => {
  // The server doesn't know the made-up rooms, and reports an error when one is chosen.
  watched.expectProblems(replied(404))
  await keepSidebarOpen(context)
  await makeRoom(member, 'Twenty characters ok')
  await makeRoom(member, 'Twenty-one characters')
  await page.route(/\/api\/accounts\/[^/]+\/rooms$/, async (route) => {
    const reply = await route.fetch()
    const body = (await reply.json()) as { data: { id: string; name: string; access_type: string }[] }
    const [room] = body.data.filter(({ access_type }) => access_type === 'PRIVATE')
    const more = Array.from({ length: 2000 }, (_, number) => ({
      ...room,
      id: `room_01980000-0000-7000-8000-${String(number).padStart(12, '0')}`,
      name: `Project ${String(number).padStart(4, '0')}`,
    }))
    await route.fulfill({ response: reply, json: { ...body, data: [...body.data, ...more] } })
  })
  await page.goto('/chat/new')
  const rooms = roomGroup(page, 'Private Rooms')
  await expect(rooms).toContainText('Project 0003')
  expect(await rooms.getByRole('listitem').count(), 'rows that are drawn').toBeLessThan(60)

  await test.step('names are cut to 16 characters, with a tooltip from 21', async () => {
    const twenty = rooms.getByText('Twenty characte…', { exact: true })
    const more = rooms.getByText('Twenty-one char…', { exact: true })
    // The list can still move below a resting pointer while the sidebar loads.
    await expect(async () => {
      await twenty.hover()
      await more.hover()
      await expect(page.getByRole('tooltip', { name: 'Twenty-one characters' })).toBeVisible({
        timeout: 2_000,
      })
    }).toPass()
    await twenty.hover()
    await expect(page.getByRole('tooltip')).toHaveCount(0)
  })

  // During fast scrolling there is never a gap, and never much rendered.
  const scrolled = await page.evaluate(async () => {
    const list = [...document.querySelectorAll('ul')].find((ul) => ul.querySelector('[aria-setsize="2002"]'))
    let scroller: HTMLElement | null = list ?? null
    while (scroller && scroller.scrollHeight <= scroller.clientHeight + 1) scroller = scroller.parentElement
    if (!list || !scroller) return []
    const { top, bottom } = scroller.getBoundingClientRect()
    const steps: { drawn: number; seen: number }[] = []
    for (let step = 0; step < 60; step++) {
      scroller.scrollTop += 900
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
      const rows = [...list.children].map((row) => row.getBoundingClientRect())
      const seen = rows.filter((row) => row.bottom > top && row.top < bottom).length
      steps.push({ drawn: rows.length, seen })
    }
    scroller.scrollTop = scroller.scrollHeight
    return steps
  })
  expect(scrolled).toHaveLength(60)
  expect(Math.max(...scrolled.map(({ drawn }) => drawn))).toBeLessThan(60)
  expect(Math.min(...scrolled.map(({ seen }) => seen))).toBeGreaterThan(9)
  await expect(rooms).toContainText('Project 1999')
  await picture(page, 'the-last-of-two-thousand')

  await navigation(page).getByRole('searchbox', { name: 'Find a room' }).fill('1234')
  await expect(rooms.getByRole('listitem')).toHaveCount(1)
  await expect(rooms).toContainText('Project 1234')
  await navigation(page).getByRole('searchbox', { name: 'Find a room' }).fill('no such thing')
  await expect(navigation(page).getByText('No matches')).toBeVisible()

  await navigation(page)
    .getByRole('button', { name: /Shared with/ })
    .click()
  const switcher = page.getByRole('dialog', { name: 'Switch room' })
  await expect(switcher.getByRole('option')).toHaveCount(50)
  await expect(switcher.getByText(/more\. Keep typing to narrow them down\.$/)).toBeVisible()
  await page.keyboard.type('project 0777')
  await picture(page, 'switching')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('banner')).toContainText('Project 0777')
})
