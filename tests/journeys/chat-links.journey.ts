import { answerEnds, ask, startChat } from './support/conversation.ts'
import { keepSidebarOpen, toast } from './support/rooms.ts'
import { joinTeamOf } from './support/team.ts'
import { expect, memberTest as test } from './support/test.ts'

test('CHAT-11 a link shows a read-only copy to members and, once allowed, to anyone; revoked, it is gone for everybody', async ({
  page,
  context,
  member,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  test.slow()
  const [graces, nobodys] = [await openBrowser(), await openBrowser()]
  for (const { watched } of [graces, nobodys]) watched.expectProblems(/40[14] \((Not Found|Unauthorized)\)/)
  for (const browser of [context, graces.context]) await keepSidebarOpen(browser)
  await joinTeamOf(member, graces.context, product)
  const colleague = graces.page
  const stranger = nobodys.page

  // Admins decide whether links for anyone exist.
  await page.goto(`/account-admin/settings/${member.accountId}`)
  await page.getByRole('radio', { name: /anyone can open/ }).check()
  await picture(page, 'links-setting')
  await page
    .locator('form')
    .filter({ hasText: 'anyone can open' })
    .getByRole('button', { name: 'Save' })
    .click()
  await expect(toast(page, 'Settings saved.')).toBeVisible()

  await startChat(page, 'Sandbox Quick')
  await ask(page, 'What is marzipan made of?')
  await answerEnds(page)
  await page.getByRole('button', { name: 'Chat options' }).click()
  await page.getByRole('menuitem', { name: 'Share…' }).click()
  const dialog = page.getByRole('dialog', { name: /Share with the room/ })
  const create = async () => {
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const field = dialog.getByLabel('Your new link')
    await expect(field).toBeVisible()
    return new URL(await field.inputValue()).pathname
  }
  const forMembers = await create()
  await dialog.getByRole('radio', { name: 'Anyone with the link' }).check()
  const forAnyone = await create()
  expect(forAnyone).not.toBe(forMembers)
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await picture(page, 'chat-links')
  await expectAccessible(page)

  // Nobody in particular: asked to sign in, or shown the copy without names.
  await stranger.goto(forMembers)
  await expect(stranger.getByRole('heading', { name: 'Sign in to read this conversation' })).toBeVisible()
  await picture(stranger, 'chat-link-signed-out')
  await expectAccessible(stranger)
  const response = await stranger.goto(forAnyone)
  expect([response?.status(), response?.headers()['x-robots-tag']]).toEqual([200, 'noindex, nofollow'])
  await expect(stranger.getByText('What is marzipan made of?')).toBeVisible()
  await expect(stranger.getByText(member.firstName)).toHaveCount(0)
  await picture(stranger, 'chat-link')
  await expectAccessible(stranger)
  await stranger.setViewportSize({ width: 360, height: 740 })
  await stranger.emulateMedia({ colorScheme: 'dark' })
  await stranger.evaluate(() => localStorage.setItem('atrium.language', '"ar"'))
  await stranger.reload()
  await expect(stranger.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(stranger.getByText('What is marzipan made of?')).toBeVisible()
  await picture(stranger, 'chat-link-phone-dark-arabic')
  await expectAccessible(stranger)

  // A colleague reads it with the author's name, and continues in a copy of their own.
  await colleague.goto(forMembers)
  await expect(colleague.getByText(member.firstName).first()).toBeVisible()
  await colleague.getByRole('link', { name: 'Continue in my own copy' }).click()
  await colleague.getByRole('button', { name: 'Create copy' }).click()
  await expect(colleague).toHaveURL(/\/chat\/chat_/)
  await expect(colleague.getByText('What is marzipan made of?').first()).toBeVisible()

  // Revoked, it is gone for everybody.
  for (const revoked of [1, 2]) {
    await dialog.getByRole('button', { name: 'Revoke' }).first().click()
    await expect(dialog.getByText('Revoked')).toHaveCount(revoked)
  }
  for (const person of [colleague, stranger]) {
    expect((await person.goto(forAnyone))?.status()).toBe(404)
    await expect(person.getByRole('heading')).toHaveCount(1)
  }
  await expect(colleague.getByRole('heading', { name: 'This link is no longer available' })).toBeVisible()
  await picture(colleague, 'chat-link-gone')
})
