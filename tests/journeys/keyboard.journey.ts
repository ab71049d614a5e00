import { type Locator, type Page, expect } from '@playwright/test'
import { answerEnds, composer, turns } from './support/conversation.ts'
import { test } from './support/test.ts'

/** Presses Tab until `goal` has the focus, like a person without a mouse. */
async function tabTo(page: Page, goal: Locator): Promise<void> {
  await goal.waitFor()
  for (let steps = 0; steps < 60; steps++) {
    if (await goal.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${goal.toString()}.`)
}

/** Opens the menu of the button that has the focus and goes to its first choice. */
async function openMenu(page: Page, first: Locator): Promise<void> {
  await page.keyboard.press('Enter')
  await expect(first).toBeVisible()
  // A menu that is seen may be a moment away from hearing keys.
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(first).toBeFocused({ timeout: 500 })
  }).toPass()
}

test('UI-02 NAV-13 with the keyboard alone: sign in, switch the room, ask, open menus, rename', async ({
  page,
  member,
  context,
  picture,
}) => {
  await context.clearCookies()
  await page.goto('/auth/login')
  await tabTo(page, page.getByLabel('Email address'))
  await page.keyboard.type(member.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(member.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/chat\/new$/)

  // The first Tab of a page leads past the navigation.
  await expect(composer(page)).toBeVisible()
  await page.reload()
  await composer(page).waitFor()
  const skip = page.getByRole('button', { name: 'Skip to content' })
  await tabTo(page, skip)
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()

  await page.reload()
  const expand = page.getByRole('button', { name: 'Expand the sidebar' })
  await tabTo(page, expand)
  await page.keyboard.press('Enter')
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  const switcher = navigation.getByRole('button', { name: 'General Shared with 1 member' })
  await expect(page.getByRole('button', { name: 'Collapse the sidebar' })).toBeFocused()
  await tabTo(page, switcher)
  const room = page.getByRole('option', { name: 'General' })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Find a room' })).toBeFocused()
  await page.keyboard.type('gen')
  await expect(room).toBeVisible()
  await picture(page, 'room switcher')
  await page.keyboard.press('Escape')
  await expect(room).toBeHidden()
  await expect(switcher).toBeFocused()

  const settings = page.getByRole('button', { name: 'Account Settings' })
  await tabTo(page, settings)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Account Settings' })
  await expect(dialog.getByRole('link', { name: 'Accounts & Members' })).toBeFocused()
  await picture(page, 'account settings')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(settings).toBeFocused()

  await tabTo(page, composer(page))
  await page.keyboard.type('What can be done without a mouse?')
  await page.keyboard.press('Enter')
  await answerEnds(page)
  await expect(turns(page)).toHaveCount(1)
  await picture(page, 'answered')

  await page.goto('/chat-history/all')
  const menu = page.getByRole('button', { name: /^Options for “/ })
  const rename = page.getByRole('menuitem', { name: 'Rename' })
  await tabTo(page, menu)
  await openMenu(page, rename)
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await openMenu(page, rename)
  await page.keyboard.press('Enter')
  const title = page.getByRole('dialog', { name: 'Rename chat' }).getByLabel('Title')
  await expect(title).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('rowheader')).toHaveText('By keyboard')
  await expect(menu).toBeFocused()
})
