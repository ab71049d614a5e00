import { readFileSync } from 'node:fs'
import { contract } from '@atrium/contract'
import { expect } from '@playwright/test'
import { expectNothingBeside } from './support/measure.ts'
import { test } from './support/test.ts'

test('API-03 a signed-in person sees every call of the server, finds and opens one, and downloads the description', async ({
  page,
  member,
  picture,
  expectAccessible,
}) => {
  test.slow()
  expect(member.email).toContain('@')
  const found = page.getByRole('main').getByRole('status')
  await page.goto('/api-reference')
  await expect(page.getByRole('heading', { level: 1, name: 'API reference' })).toBeVisible()
  await expect(found).toHaveText(`${Object.keys(contract).length} endpoints`)
  await expect(page.getByRole('main').locator('table'), 'a call that nobody has opened').toHaveCount(0)
  await picture(page, 'every call')

  await page.getByLabel('Find an endpoint').fill('streams its answer')
  await expect(found).toHaveText(/^\d endpoints?$/)
  const call = page.locator('#askQuestion')
  await call.locator('summary').press('Enter')
  await expect(call.getByText('Account members only')).toBeVisible()
  await expect(call.getByRole('cell', { name: 'ask.kind', exact: true })).toBeVisible()
  await expect(call.getByText('NOT_ENOUGH_CREDITS', { exact: true })).toBeVisible()
  await picture(page, 'one call')
  await expectAccessible(page)

  await page.getByLabel('Find an endpoint').fill('nothing like this')
  await expect(found).toHaveText('No endpoint matches “nothing like this”.')

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as OpenAPI 3.1' }).click()
  const file = await (await saved).path()
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Atrium' },
  })
})

test('API-03 I18N-01 the reference fits a phone, in dark mode and in Arabic, without overflow', async ({
  page,
  member,
  picture,
  expectAccessible,
}) => {
  expect(member.email).toContain('@')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/accounts')
  await page.locator('select').selectOption({ label: 'العربية' })
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.goto('/api-reference')
  await page.locator('#listHistory summary').click()
  await picture(page, 'arabic')
  await expectAccessible(page)
  await expectNothingBeside(page)
})
