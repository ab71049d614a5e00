import type { Page } from '@playwright/test'
import {
  answer,
  answerBegins,
  answerEnds,
  ask,
  composer,
  startChat,
  stopButton,
  storedTurns,
  turns,
} from './support/conversation.ts'
import { toast } from './support/rooms.ts'
import { joinTeamOf } from './support/team.ts'
import { expect, memberTest as test } from './support/test.ts'

const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' })
const option = (page: Page, name: string) => suggestions(page).getByRole('option', { name })
const pastedTexts = (page: Page) => page.getByRole('list', { name: 'Pasted texts' })
const paste = (page: Page, text: string) =>
  composer(page).evaluate((field, pasted) => {
    const data = new DataTransfer()
    data.setData('text/plain', pasted)
    field.focus()
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, text)

test("CHAT-08 a person is mentioned by keyboard, shows as a chip, and is notified without the question's text", async ({
  page,
  member,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  const guest = await openBrowser()
  await joinTeamOf(member, guest.context, product)
  await guest.page.goto('/chat/new')
  await expect(guest.page.getByRole('button', { name: 'Mentions' })).toBeVisible()

  await startChat(page, 'Sandbox Quick')
  const field = composer(page)
  await field.pressSequentially('Is @gra')
  await expect(option(page, 'Grace Hopper')).toHaveAttribute('aria-selected', 'true')
  await picture(page, 'suggested')
  await expectAccessible(page)
  await field.press('Escape')
  await expect(suggestions(page)).toHaveCount(0)
  await expect(field).toHaveValue('Is @gra')
  await field.pressSequentially(' or @Hop')
  await expect(option(page, 'Grace Hopper')).toBeVisible()
  await field.press('Enter')
  await expect(field).toHaveValue('Is @gra or @Grace Hopper ')
  await field.pressSequentially('right about the secret plan?')
  await field.press('Enter')
  await answerEnds(page)
  await expect(turns(page).last().locator('bdi').filter({ hasText: '@Grace Hopper' })).toBeVisible()
  await picture(page, 'asked')
  expect((await storedTurns(page, member))[0]?.question.mentions).toMatchObject([
    { kind: 'person', start: 11 },
  ])

  await expect(toast(guest.page, 'Ada Lovelace mentioned you in General')).toBeVisible()
  await guest.page.getByRole('button', { name: '1 new mention' }).click()
  const received = guest.page.getByRole('dialog', { name: 'Mentions' })
  await expect(received).toContainText('Ada Lovelace mentioned you in General')
  await picture(guest.page, 'heard')
  await expectAccessible(guest.page)
  expect(await guest.page.content()).not.toContain('secret plan')
  // The chat is closed to the guest, so nothing in the notice leads anywhere.
  await expect(received.getByRole('button')).toHaveCount(0)
  await expect(received.getByRole('link')).toHaveCount(0)
  await guest.page.keyboard.press('Escape')
  await expect(guest.page.getByRole('button', { name: 'Mentions', exact: true })).toBeVisible()
})

test('CHAT-08 a mentioned model answers only this question; text composed by an input method selects nothing', async ({
  page,
  picture,
}) => {
  await startChat(page, 'Sandbox Writer')
  const field = composer(page)
  await field.pressSequentially('@sandbox qu')
  await expect(option(page, 'Sandbox Quick')).toBeVisible()
  await field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true })
  await expect(field).toHaveValue('@sandbox qu')
  await option(page, 'Sandbox Quick').click()
  await expect(field).toHaveValue('@Sandbox Quick ')
  await expect(field).toBeFocused()
  await expect(page.getByRole('button', { name: /^Model: Sandbox Quick/ })).toBeVisible()
  await field.pressSequentially('What is 6 * 7?')
  await picture(page, 'named-model')
  await field.press('Enter')
  await answerEnds(page)
  await expect(turns(page).last().getByRole('region', { name: 'Answer by Sandbox Quick' })).toContainText(
    '42',
  )
  await expect(page.getByRole('button', { name: /^Model: Sandbox Writer/ })).toBeVisible()
})

test('CHAT-08 mentions work in an edited question, with a shorter list', async ({ page, member }) => {
  await startChat(page, 'Sandbox Quick')
  await ask(page, 'What is 2 * 3?')
  await answerEnds(page)
  await turns(page).last().hover()
  await page.getByRole('button', { name: 'Edit the question' }).click()
  const editor = page.getByRole('textbox', { name: 'Edit the question' })
  await editor.fill('What is 4 * 5, ')
  await editor.pressSequentially('@sandbox q')
  await option(page, 'Sandbox Quick').click()
  await expect(editor).toHaveValue('What is 4 * 5, @Sandbox Quick ')
  await editor.press('Enter')
  await answerEnds(page)
  await expect(answer(page)).toContainText('20')
  expect((await storedTurns(page, member)).at(-1)?.question.mentions).toMatchObject([
    { kind: 'model', start: 15 },
  ])
})

test("CHAT-01 a slash at the beginning lists the composer's commands", async ({
  page,
  picture,
  expectAccessible,
}) => {
  await startChat(page, 'Sandbox Quick')
  const field = composer(page)
  await field.press('/')
  await expect(suggestions(page).getByRole('option')).toHaveCount(7)
  await picture(page, 'actions')
  await expectAccessible(page)
  await field.press('ArrowUp')
  await expect(option(page, 'Keyboard shortcuts')).toHaveAttribute('aria-selected', 'true')
  await field.pressSequentially('think')
  await field.press('Tab')
  await expect(field).toHaveValue('')
  await expect(page.getByRole('radio', { name: 'Think Deeper' })).toBeChecked()
  await field.pressSequentially('/custom')
  await field.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Customize Answer' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(field).toBeFocused()
  await field.fill('/choose')
  await option(page, 'Choose a model').click()
  // It closes by Escape once it has the focus.
  await expect(page.getByRole('dialog', { name: /model/i }).locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(field).toBeFocused()
  await field.fill('/key')
  await option(page, 'Keyboard shortcuts').click()
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await field.fill('/usr/bin is a folder')
  await expect(suggestions(page)).toHaveCount(0)
})

test('CHAT-01 a long paste becomes an attachment: edited, kept over a reload, inserted as text, sent and collapsed', async ({
  page,
  member,
  picture,
  expectAccessible,
}) => {
  const long = Array.from({ length: 312 }, (_, line) => `Line ${line + 1} of the minutes`).join('\n')
  await startChat(page, 'Sandbox Quick')
  await paste(page, long)
  const tile = pastedTexts(page).getByRole('button', { name: /^Pasted text · 312 lines/ })
  await expect(tile).toBeVisible()
  await expect(composer(page)).toHaveValue('')
  await composer(page).fill('What was decided?')
  await picture(page, 'pasted')
  await expectAccessible(page)
  await expect(async () =>
    expect(await page.evaluate(() => JSON.stringify(localStorage))).toContain('What was decided?'),
  ).toPass()
  await page.reload()
  await expect(composer(page)).toHaveValue('What was decided?')
  await tile.click()
  const dialog = page.getByRole('dialog', { name: /^Pasted text/ })
  await dialog.getByRole('textbox').fill('The minutes: tea it is.\nAll agreed.')
  await picture(page, 'pasted-open')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(pastedTexts(page)).toContainText('2 lines')
  await paste(page, long)
  await pastedTexts(page)
    .getByRole('button', { name: /312 lines/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Insert as text' }).click()
  await expect(composer(page)).toHaveValue(`What was decided?\n\n${long}`)
  await composer(page).fill('What was decided?')
  await composer(page).press('Enter')
  await expect(pastedTexts(page)).toHaveCount(0)
  await answerEnds(page)
  const folded = turns(page).last().locator('details')
  await expect(folded.getByText('tea it is')).toBeHidden()
  await folded.locator('summary').click()
  await expect(folded.getByText('tea it is')).toBeVisible()
  await picture(page, 'pasted-shown')
  await expectAccessible(page)
  expect((await storedTurns(page, member))[0]?.question.text).toBe(
    'What was decided?\n\n```pasted text\nThe minutes: tea it is.\nAll agreed.\n```',
  )
})

test('pasted texts count, and are removed', async ({ page }) => {
  await startChat(page, 'Sandbox Quick')
  await composer(page).fill('Too much?')
  await paste(page, 'x'.repeat(200_000))
  await expect(page.getByRole('alert').filter({ hasText: /characters too many/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
  await pastedTexts(page).getByRole('button', { name: 'Remove pasted text' }).click()
  await expect(pastedTexts(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
})

test('ACC-03 a question asked before its room is loaded is sent when it is', async ({
  page,
  member: _member,
}) => {
  const released = Promise.withResolvers<void>()
  await page.route(/\/rooms(\?|$)/, async (route) => {
    await released.promise
    await route.continue()
  })
  await page.goto('/chat/new')
  await expect(page.getByText('Opening the room…')).toBeVisible()
  const field = composer(page)
  await field.fill('Where do lighthouses stand?')
  await field.press('Enter')
  await expect(field).toHaveValue('Where do lighthouses stand?')
  released.resolve()
  await expect(field).toHaveValue('')
  await answerEnds(page)
  await expect(turns(page)).toHaveCount(1)
})

test('stopping an answer asks before the next question of the queue is sent', async ({
  page,
  picture,
  expectAccessible,
}) => {
  await startChat(page, 'Sandbox Quick')
  await ask(page, 'Tell me how to keep a garden. [[sandbox:rate=2]]')
  await answerBegins(page)
  await ask(page, 'And a pond? [[sandbox:rate=max]]')
  const waiting = page.getByRole('list', { name: 'Queued questions' })
  await expect(waiting.getByRole('listitem')).toHaveCount(1)
  await stopButton(page).click()
  await answerEnds(page)
  const asking = page
    .getByRole('status')
    .filter({ hasText: 'You stopped the answer. Send the next question?' })
  await expect(asking).toBeVisible()
  await expect(turns(page)).toHaveCount(1)
  await expectAccessible(page)
  await picture(page, 'asks')
  await page.reload()
  await expect(asking).toBeVisible()
  await expect(turns(page)).toHaveCount(1)
  await asking.getByRole('button', { name: 'Send next' }).click()
  await expect(turns(page)).toHaveCount(2)
  await answerEnds(page)
  await expect(waiting).toHaveCount(0)
})

test('KB-02 a file of an unsupported type is named, with the types that can be added', async ({
  page,
  picture,
}) => {
  await page.goto('/chat/new')
  await page
    .locator('main input[type=file]')
    .setInputFiles({ name: 'setup.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') })
  const refusal = toast(page, "The file you uploaded isn't supported.")
  await expect(refusal).toContainText('setup.exe can’t be added. Supported types: ')
  await expect(refusal).toContainText(/png.*pdf/)
  await picture(page, 'refused')
})
