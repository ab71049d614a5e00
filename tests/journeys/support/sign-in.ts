import { type Page, expect } from '@playwright/test'
import type { Person } from './people.ts'

/** Fills in the sign-in form of the page that is open and sends it. */
export async function sendSignIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs a person in through the form and waits for their chat. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/auth/login')
  await sendSignIn(page, person)
  await expect(page).toHaveURL(/\/chat\/new$/)
}

/** Opens the 'Account Settings' of the sidebar, however the sidebar shows. */
export async function openSettings(page: Page) {
  await page.getByRole('button', { name: 'Account Settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Account Settings' })
  await expect(settings).toBeVisible()
  return settings
}
