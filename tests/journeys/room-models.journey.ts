import { call } from '@atrium/testkit/api-client.ts'
import type { Page } from '@playwright/test'
import { answer, answerEnds, ask, startChat } from './support/conversation.ts'
import { expectNothingBeside } from './support/measure.ts'
import { keepSidebarOpen, openAddRoom, openRoomSettings, toast } from './support/rooms.ts'
import { joinTeamOf, makeRoom } from './support/team.ts'
import { expect, memberTest as test } from './support/test.ts'
import { replied } from './support/watch.ts'

const quickly = '[[sandbox:rate=max]]'
const pickerButton = (page: Page) => page.getByRole('button', { name: /^Model: / })
const picker = (page: Page) => page.getByRole('dialog', { name: 'Choose a model' })
const option = (page: Page, name: string) => picker(page).getByRole('option', { name })
const models = ['Writer', 'Reader', 'Reasoner', 'Quick', 'Painter', 'Analyst', 'Researcher'].map(
  (name) => `Sandbox ${name}`,
)

test('MODEL-03 MODEL-07 a room is restricted to some models, and only these answer in it', async ({
  page,
  context,
  member,
  picture,
  expectAccessible,
  watched,
}) => {
  test.slow()
  await keepSidebarOpen(context)
  await page.goto('/chat/new')
  await test.step('chosen with the room', async () => {
    const dialog = await openAddRoom(page)
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Law')
    await dialog.getByRole('tab', { name: 'Instructions' }).click()
    await expect(dialog.getByLabel("All of the account's models")).toBeChecked()
    await dialog.getByLabel('Only these:').check()
    for (const model of models) await dialog.getByRole('checkbox', { name: model }).uncheck()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(dialog.getByText('Allow at least one model.')).toBeVisible()
    await picture(page, 'none')
    await dialog.getByRole('checkbox', { name: 'Sandbox Reader' }).check()
    await picture(page, 'new')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByRole('banner')).toContainText('Law')
  })

  await test.step('the picker marks forbidden models, and Auto chooses allowed ones', async () => {
    await pickerButton(page).click()
    const writer = option(page, 'Sandbox Writer')
    await expect(writer).toContainText('Not allowed in this room.')
    await expect(writer).toHaveAttribute('aria-disabled', 'true')
    await expect(option(page, 'Sandbox Reader')).not.toContainText('Not allowed')
    await picture(page, 'picker')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await ask(page, `How do bees find their way home? ${quickly}`)
    await answerEnds(page)
    await expect(answer(page)).toHaveAccessibleName('Answer by Sandbox Reader')
  })

  await test.step('more are allowed on its page, and can be chosen at once', async () => {
    await openRoomSettings(page, 'Law')
    const section = page.getByRole('region', { name: 'Models' })
    const save = section.getByRole('button', { name: 'Save' })
    await expect(save).toBeDisabled()
    await section.getByRole('checkbox', { name: 'Sandbox Quick' }).check()
    await save.click()
    await expect(toast(page, 'Models saved.')).toBeVisible()
    await section.scrollIntoViewIfNeeded()
    await picture(page, 'section')
    await expectAccessible(page)
    await startChat(page, 'Sandbox Quick')
    await expect(pickerButton(page)).toContainText('Sandbox Quick')
  })

  const { data: rooms } = await call('listRooms', member.api, { params: { accountId: member.accountId } })
  const roomId = rooms.find(({ name }) => name === 'Law')?.id ?? member.roomId
  await test.step('a chosen model that becomes forbidden is replaced by Auto', async () => {
    await call('changeRoom', member.api, {
      params: { accountId: member.accountId, roomId },
      body: { allowedModelIds: ['sandbox-reader'] },
    })
    await expect(pickerButton(page)).toContainText('Auto')
  })

  await test.step('the account takes precedence, and a room without allowed models says so', async () => {
    await call('changeAccountSettings', member.api, {
      params: { id: member.accountId },
      body: { allowedModelIds: ['sandbox-writer'] },
    })
    await page.reload()
    await pickerButton(page).click()
    await expect(option(page, 'Auto')).toContainText('No model is allowed in this room.')
    await picture(page, 'left with nothing')
    await page.keyboard.press('Escape')
    watched.expectProblems(replied(409))
    await ask(page, 'Anybody there?')
    await expect(
      page.getByText(/^The account no longer allows any of this room's models/).first(),
    ).toBeVisible()
    await picture(page, 'refused')
    await expectAccessible(page)
    await openRoomSettings(page, 'Law')
    const section = page.getByRole('region', { name: 'Models' })
    await expect(section.getByText(/^The account no longer allows any of these models/)).toBeVisible()
    await expect(section.getByLabel('sandbox-reader (no longer available)')).toBeChecked()
    await section.scrollIntoViewIfNeeded()
    await picture(page, 'section left with nothing')
    await expectAccessible(page)
    await section.getByLabel("All of the account's models").check()
    await section.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Models saved.')).toBeVisible()
    await expect(section.getByText(/^The account no longer allows/)).toHaveCount(0)
  })
})

test('MODEL-03 I18N-01 the models of a room on a phone, in dark mode and in Arabic, for people who may and may not change them', async ({
  member,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  const phone = {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    colorScheme: 'dark',
  } as const
  const mine = await openBrowser(phone)
  const admin = await joinTeamOf(member, mine.context, product, {}, 'admin')
  const theirs = await openBrowser(phone)
  await joinTeamOf(member, theirs.context, product, { firstName: 'Mary' })
  const roomId = await makeRoom(member, 'قانون', { access: 'PUBLIC' })
  await call('changeRoom', admin.api, {
    params: { accountId: admin.accountId, roomId },
    body: { allowedModelIds: ['sandbox-reader', 'sandbox-quick'] },
  })
  for (const { context } of [mine, theirs])
    await context.addInitScript(() => {
      if (location.protocol.startsWith('http')) localStorage.setItem('atrium.language', '"ar"')
    })
  const look = async (page: Page, name: string) => {
    const section = page.getByRole('region', { name: 'النماذج' })
    await section.scrollIntoViewIfNeeded()
    await expectNothingBeside(page)
    await picture(page, name)
    await expectAccessible(page)
    return section
  }
  await mine.page.goto(`/edit-room-mobile/${roomId}`)
  await expect(mine.page.getByRole('checkbox', { name: 'Sandbox Reader' })).toBeChecked()
  const section = await look(mine.page, 'edit')
  await section.getByRole('checkbox', { name: 'Sandbox Quick' }).uncheck()
  await section.getByRole('button', { name: 'حفظ' }).click()
  await expect(toast(mine.page, 'حُفظت النماذج.')).toBeVisible()

  await theirs.page.goto(`/edit-room-mobile/${roomId}`)
  const seen = await look(theirs.page, 'seen')
  await expect(seen.getByRole('listitem')).toHaveText(['Sandbox Reader'])
  await expect(seen.getByRole('checkbox')).toHaveCount(0)
  await theirs.page.goto('/chat/new')
  await theirs.page.getByRole('button', { name: /^النموذج: / }).click()
  const sheet = theirs.page.getByRole('dialog', { name: 'اختيار نموذج' })
  await expect(sheet.getByRole('option', { name: 'Sandbox Writer' })).toContainText(
    'غير مسموح به في هذه الغرفة.',
  )
  await picture(theirs.page, 'picker')
  await expectAccessible(theirs.page)
})
