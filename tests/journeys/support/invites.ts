import { type Locator, type Page, expect } from '@playwright/test'
import type { Person } from './people.ts'
import type { Product } from './product.ts'

/** A person with an unused address. */
export function stranger(firstName: string, lastName: string): Person {
  const email = `${firstName}.${Date.now().toString(36)}@example.org`.toLowerCase()
  return { firstName, lastName, email, password: 'Analytical-Engine-1843' }
}

/** Opens 'Send Invite' on the page of the members. */
export async function openInvite(page: Page, tab: 'One person' | 'Several people' | 'Public link') {
  await page.getByRole('button', { name: 'Send Invite' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Send Invite' })
  await dialog.getByRole('tab', { name: tab }).click()
  return dialog
}

/** The actions for a person in the list. */
export async function chooseFor(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Options for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** A person's row in the list of members. */
export const memberRow = (page: Page, name: string): Locator =>
  page.getByRole('table', { name: 'Accounts & Members' }).getByRole('row').filter({ hasText: name })

/** Fills in the form of the invitation that is open and sends it: names, password, the terms. */
export async function signUpOnInvitation(page: Page, person: Person): Promise<void> {
  await page.getByLabel('First name').fill(person.firstName)
  await page.getByLabel('Last name').fill(person.lastName)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('I accept the terms of use').check()
  await page.getByRole('button', { name: /^Join / }).click()
}

/** The link of the last invitation mailed to an address. */
export async function mailedLink(product: Product, email: string): Promise<string> {
  const address = `${product.inboxUrl}/messages?to=${encodeURIComponent(email)}`
  let link = ''
  await expect(async () => {
    const mails = (await (await fetch(address)).json()) as { text: string | null }[]
    link = mails.map(({ text }) => /\S+\/public-invite\/join\/\S+/.exec(text ?? '')?.[0]).find(Boolean) ?? ''
    expect(link).not.toBe('')
  }).toPass({ intervals: [50, 100, 200] })
  return link
}
