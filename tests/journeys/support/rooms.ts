import { type BrowserContext, type Locator, type Page, expect } from '@playwright/test'

export const navigation = (page: Page): Locator => page.getByRole('navigation', { name: 'Main navigation' })

/** The sidebar's list of private or of public rooms. */
export const roomGroup = (page: Page, title: 'Private Rooms' | 'Public Rooms'): Locator =>
  navigation(page).getByRole('list', { name: title })

/** The sidebar shows in full on every page of this browser, as when its user has unfolded it. */
export const keepSidebarOpen = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    // The empty initial page of a tab has no storage.
    if (location.protocol.startsWith('http')) localStorage.setItem('atrium.sidebar', '"expanded"')
  })

/** Makes a room the active one by a click in the sidebar. */
export async function openRoom(page: Page, name: string): Promise<void> {
  await navigation(page).getByRole('listitem').getByRole('button', { name, exact: false }).first().click()
  await expect(page.getByRole('banner')).toContainText(name)
}

/** Opens the page of a room by its settings in the sidebar. */
export async function openRoomSettings(page: Page, name: string): Promise<void> {
  await navigation(page)
    .getByRole('button', { name: `Settings for ${name}` })
    .click()
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
}

/** Opens 'Add New Room'. */
export async function openAddRoom(page: Page): Promise<Locator> {
  await navigation(page).getByRole('button', { name: 'Add New Room' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Room' })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Finds a person in the open search and selects them. */
export async function choosePerson(scope: Page | Locator, searched: string, name: string): Promise<void> {
  await scope.getByRole('searchbox', { name: 'Find people' }).fill(searched)
  await scope.getByRole('button', { name: `Choose ${name}` }).click()
  await expect(scope.getByRole('list', { name: 'People to add' })).toContainText(name)
}

/** A toast with this text. */
export const toast = (page: Page, text: string): Locator =>
  page.locator('.mantine-Notification-root').filter({ hasText: text })
