import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { askQuietly } from './support/asked.ts'
import { newTeam } from './support/people.ts'
import { openSettings } from './support/sign-in.ts'
import { test } from './support/test.ts'

test('ACC-02 ACC-03 an account is created with a logo; an invalid logo shows the reason', async ({
  page,
  member,
  picture,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-logos-'))
  const large = path.join(folder, 'large.png')
  writeFileSync(large, Buffer.alloc(2 * 2 ** 20 + 1))
  const drawing = path.join(folder, 'drawing.svg')
  writeFileSync(drawing, '<svg xmlns="http://www.w3.org/2000/svg"/>')

  await page.goto('/workspaces')
  await expect(page).toHaveURL(/\/accounts$/)
  await expect(
    page.getByRole('heading', { name: 'Looks like you can join invites to Accounts' }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: /^Ada’s team/ })).toContainText('Owner')
  await page.getByRole('button', { name: 'Create Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Account' })
  await expect(dialog.getByLabel('Account name')).toBeFocused()
  await dialog.getByRole('button', { name: 'Create Account' }).click()
  await expect(dialog.getByText('Enter an account name.')).toBeVisible()
  const picker = dialog.locator('input[type=file]')
  await picker.setInputFiles(drawing)
  await expect(dialog.getByText("The file you uploaded isn't supported.")).toBeVisible()
  await picker.setInputFiles(large)
  await expect(dialog.getByText('The file large.png is larger than 2 MB.')).toBeVisible()
  await picture(page, 'logo too large')
  await picker.setInputFiles(path.join(import.meta.dirname, 'support/logo.png'))
  await dialog.getByLabel('Account name').fill('Difference Engines')
  await picture(page, 'with a logo')
  await dialog.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Difference Engines is ready.')).toBeVisible()
  await expect(page).toHaveURL(/\/chat\/new$/)
  const logo = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('img').first()
  await expect(logo).toHaveAttribute('src', /\/logo\//)
  await expect(logo).toHaveJSProperty('complete', true)
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(page.getByRole('banner')).toContainText('General')
  await expect(page.getByRole('banner')).toContainText('Shared with 1 member')
  await picture(page, 'in the new account')
  expect(member.accountId).not.toBe('')
})

test('T23 ACC-03 after switching the account nothing of the old one is shown or requested', async ({
  page,
  member,
  watched,
  picture,
}) => {
  const secret = 'marzipan'
  const chatId = await askQuietly(member, `What do you think of ${secret}?`)
  await page.goto('/chat-history/all')
  const main = page.locator('body')
  await expect(page.getByRole('rowheader')).toContainText(secret, { ignoreCase: true })

  const settings = await openSettings(page)
  await settings.getByRole('link', { name: 'Switch/Add Account' }).click()
  await newTeam(page, 'The other team')
  const askedFor: string[] = []
  page.on('request', (request) => {
    const accountId = request.headers()['workspace-id']
    if (accountId) askedFor.push(accountId)
    if (request.url().includes(member.accountId)) askedFor.push(member.accountId)
  })
  await expect(page.getByText('The other team is ready.')).toBeVisible()
  await page.getByRole('link', { name: 'Chat History' }).click()
  await expect(page.getByText('No chats yet')).toBeVisible()
  await expect(page.getByText('Your chats will appear here.')).toBeVisible()
  await expect(main).not.toContainText(secret, { ignoreCase: true })
  await expect(main).not.toContainText('Ada’s team')
  await picture(page, 'the other account')
  expect(askedFor.length).toBeGreaterThan(0)
  expect(askedFor).not.toContain(member.accountId)

  // A link to a chat of the old account does not bring it in.
  watched.expectProblems(/404 \(Not Found\)/)
  await page.goto(`/chat/${chatId}`)
  await expect(page.getByText('Chat not found')).toBeVisible()
  await expect(main).not.toContainText(secret, { ignoreCase: true })
  await picture(page, 'a chat of the old account')

  await page.goto('/accounts')
  await expect(page.getByRole('button', { name: /^The other team/ })).toContainText('Open now')
  await page.getByRole('button', { name: /^Ada’s team/ }).click()
  await expect(page).toHaveURL(/\/chat\/new$/)
  await page.goto('/chat-history/all')
  await expect(page.getByRole('rowheader')).toContainText(secret, { ignoreCase: true })
})
