import { call } from '@atrium/testkit/api-client.ts'
import type { Page } from '@playwright/test'
import { chooseModel, composer } from './support/conversation.ts'
import { expectNothingBeside } from './support/measure.ts'
import type { Member } from './support/people.ts'
import { navigation } from './support/rooms.ts'
import { joinTeamOf, makeRoom } from './support/team.ts'
import { expect, memberTest as test } from './support/test.ts'

const facts = (page: Page) => page.getByRole('list', { name: 'About this room' })
const rail = (page: Page) => navigation(page).getByRole('list', { name: 'Rooms', exact: true })
const pointer = (page: Page) => page.getByRole('note').filter({ hasText: 'Open the sidebar for more.' })

/** The positions of the empty chat's elements, by their text. */
const places = (page: Page) =>
  page.locator('main').evaluate((main) =>
    [...main.querySelectorAll('h1, form, [data-part="starters"] > li')].map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect()
      return { x, y, width, height }
    }),
  )

async function giveInstructions({ api, accountId, roomId }: Member) {
  await call('changeRoom', api, {
    params: { accountId, roomId },
    body: { system_prompt: { instructions: 'Answer like a tea taster.', modifiers: {} } },
  })
}

test("the empty chat shows the room's files, instructions, model and members", async ({
  page,
  member,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  test.slow()
  await page.goto('/chat/new')
  await expect(facts(page)).toContainText('0 files')
  await expect(facts(page)).toContainText('No instructions')
  await expect(facts(page)).toContainText('Model: Auto')
  await expect(facts(page)).toContainText('Only you')
  await expectAccessible(page)
  await picture(page, 'new')

  // The first room is public: everybody of the account is in it.
  await joinTeamOf(member, (await openBrowser()).context, product)
  await giveInstructions(member)
  await page.reload()
  await expect(facts(page)).toContainText('Instructions: Answer like a tea taster.')
  await expect(facts(page)).toContainText('1 other person (Grace Hopper)')
  await chooseModel(page, 'Sandbox Quick')
  await expect(facts(page)).toContainText('Model: Sandbox Quick')
  await picture(page, 'known')
})

test('the empty chat stays where it is when the notice, the facts, the model or a question come', async ({
  page,
}) => {
  for (const { width, height } of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize({ width, height })
    const held = Promise.withResolvers<void>()
    await page.route(/\/api\/(user\/models|rooms\/[^/]+\/files)/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto('/chat/new')
    await expect(page.getByText(/^You are asking in /)).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    const before = await places(page)
    expect(before.length).toBe(8)
    held.resolve()
    await expect(page.getByText('Sandbox: a system administrator can connect a model')).toBeVisible()
    await expect(facts(page)).toBeVisible()
    expect(await places(page), 'with the notice and the facts').toEqual(before)
    await chooseModel(page, 'Sandbox Painter')
    expect(await places(page), 'with a model of pictures').toEqual(before)
    await chooseModel(page, 'Sandbox Writer')
    await composer(page).pressSequentially('Why?')
    await expect(page.getByText(/^≈ .+ credits \(/).first()).toBeVisible()
    expect(await places(page), 'with a question').toEqual(before)
    await composer(page).fill('')
    await page.unrouteAll({ behavior: 'wait' })
  }
})

test('NAV-07 a first visit points at the folded sidebar once; opening it is remembered', async ({
  page,
  picture,
  expectAccessible,
}) => {
  await page.goto('/chat/new')
  await expect(pointer(page)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'pointer')
  await pointer(page).getByRole('button', { name: 'Got it' }).press('Enter')
  await expect(pointer(page)).toHaveCount(0)
  await page.reload()
  await expect(rail(page)).toBeVisible()
  await expect(pointer(page)).toHaveCount(0)
  await navigation(page).getByRole('button', { name: 'Expand the sidebar' }).click()
  await expect(rail(page)).toHaveCount(0)
  await page.reload()
  await expect(navigation(page).getByRole('button', { name: 'Collapse the sidebar' })).toBeVisible()
})

test('NAV-07 NAV-09 the folded sidebar has the rooms, the knowledge bases and the history, by mouse and by keyboard', async ({
  page,
  member,
  expectAccessible,
}) => {
  await makeRoom(member, 'Tea ceremonies of the north')
  await page.goto('/chat/new')
  await pointer(page).getByRole('button', { name: 'Got it' }).click()
  await expect(rail(page).getByRole('button')).toHaveCount(2)
  const tea = rail(page).getByRole('button', { name: 'Tea ceremonies of the north' })
  await expect(tea).toContainText('TN')
  await tea.hover()
  await expect(page.getByRole('tooltip')).toHaveText('Tea ceremonies of the north')
  await navigation(page).getByRole('link', { name: 'Chat History' }).focus()
  for (const name of ['Canvases', 'Images', 'Question Library', 'Knowledge bases']) {
    await page.keyboard.press('Tab')
    await expect(navigation(page).getByRole('link', { name })).toBeFocused()
  }
  await tea.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('You are asking in Tea ceremonies of the north')).toBeVisible()
  await expect(tea).toHaveAttribute('aria-current', 'true')
  await expectAccessible(page)
  await navigation(page).getByRole('link', { name: 'Knowledge bases' }).click()
  await expect(page).toHaveURL(/\/knowledge-bases\//)
})

/** Looks of the empty chat: language, scheme and width, with the words by which the facts are found. */
const looks = [
  { language: 'en', scheme: 'light', width: 1280, label: 'About this room', auto: 'Auto' },
  { language: 'en', scheme: 'dark', width: 1280, label: 'About this room', auto: 'Auto' },
  { language: 'en', scheme: 'light', width: 390, label: 'About this room', auto: 'Auto' },
  { language: 'ar', scheme: 'light', width: 1280, label: 'عن هذه الغرفة', auto: 'تلقائي' },
  { language: 'ar', scheme: 'dark', width: 390, label: 'عن هذه الغرفة', auto: 'تلقائي' },
  { language: 'zh', scheme: 'light', width: 1280, label: '关于此聊天室', auto: '自动' },
] as const

test('I18N-01 the empty chat in light and dark, on a phone, in Arabic and Chinese', async ({
  page,
  context,
  member,
  picture,
  expectAccessible,
}) => {
  test.slow()
  await giveInstructions(member)
  await makeRoom(member, '茶室')
  await makeRoom(member, 'غرفة الشاي')
  for (const { language, scheme, width, label, auto } of looks) {
    await context.addInitScript((chosen) => {
      if (location.protocol.startsWith('http'))
        localStorage.setItem('atrium.language', JSON.stringify(chosen))
    }, language)
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width, height: width < 500 ? 844 : 800 })
    await page.goto('/chat/new')
    await expect(page.getByRole('list', { name: label })).toContainText(auto)
    await expectNothingBeside(page)
    await expectAccessible(page)
    await picture(page, `${language}-${scheme}-${width}`)
  }
})
