import { startModelProvider, type ModelProvider } from '@atrium/sandbox'
import type { Page } from '@playwright/test'
import { answer, answerEnds, ask, startChat } from './support/conversation.ts'
import { expectNothingBeside } from './support/measure.ts'
import { joinAs } from './support/people.ts'
import { adminEmail, systemTest } from './support/system-admin.ts'
import { expect } from './support/test.ts'
import { replied } from './support/watch.ts'

const key = 'sk-the-key-of-this-journey-2468'

const test = systemTest().extend<object, { vendor: ModelProvider }>({
  vendor: [
    async ({}, use) => {
      const vendor = await startModelProvider({ apiKey: key, pace: { firstTokenMs: 0, perSecond: Infinity } })
      await use(vendor)
      await vendor.close()
    },
    { scope: 'worker' },
  ],
})

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

test('MODEL-06 an administrator adds a provider, tests it and offers a model; a member uses it; only administrators see the page', async ({
  page,
  context,
  product,
  vendor,
  watched,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  test.slow()
  // The id that the server does not take.
  watched.expectProblems(replied(400))
  await joinAs(context, product, { email: adminEmail })

  await test.step('the page, empty', async () => {
    await page.goto('/chat/new')
    await page.getByRole('button', { name: 'Account Settings' }).click()
    await page.getByRole('link', { name: 'System' }).click()
    await expect(page.getByRole('heading', { name: 'Model providers', level: 1 })).toBeVisible()
    await expect(page.getByText('No providers yet')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Sandbox', level: 3 })).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'empty')
  })

  const dialog = dialogOf(page, 'Add a provider')
  await test.step('a wrong key and an unreachable URL show clear errors', async () => {
    await page.getByRole('button', { name: 'Add a provider' }).first().click()
    await dialog.getByRole('combobox', { name: 'Protocol' }).click()
    await page.getByRole('option', { name: 'OpenAI-compatible server' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Harbour models')
    await dialog.getByLabel('Address').fill(`${vendor.url}/v1`)
    await dialog.getByLabel('Key', { exact: true }).fill('a-wrong-key')
    await dialog.getByRole('button', { name: 'Test connection' }).click()
    await expect(dialog.getByText('The provider rejected this key.')).toBeVisible()
    await picture(page, 'a wrong key')
    await dialog.getByLabel('Address').fill('http://169.254.169.254/v1')
    await dialog.getByRole('button', { name: 'Test connection' }).click()
    await expect(dialog.getByText("This address isn't allowed, for security reasons.")).toBeVisible()
  })

  await test.step('the right key finds models, one of which is offered under another name', async () => {
    await dialog.getByLabel('Address').fill(`${vendor.url}/v1`)
    await dialog.getByLabel('Key', { exact: true }).fill(key)
    await dialog.getByRole('button', { name: 'Test connection' }).click()
    await expect(dialog.getByText('The connection works. It has 7 models.')).toBeVisible()
    await dialog.getByRole('checkbox', { name: 'Sandbox Quick' }).check()
    await dialog.getByRole('button', { name: 'Details of Sandbox Quick' }).click()
    await dialog.getByLabel('Id', { exact: true }).fill('sandbox-quick')
    await expectAccessible(page)
    await picture(page, 'a model in detail')
    await dialog.getByRole('button', { name: 'Save' }).click()
    // The field that the server refused shows the reason.
    await expect(dialog.getByText('This ID is taken. Choose another.')).toBeVisible()
    await dialog.getByLabel('Id', { exact: true }).fill('harbour-quick')
    await dialog.getByLabel('Display name').fill('Harbour Quick')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Harbour models' }) })
    await expect(card).toContainText('Answers')
    await expect(card).toContainText('ends with …2468')
    await expect(card).toContainText('Harbour Quick')
    expect(await page.content()).not.toContain(key)
    await expectAccessible(page)
    await picture(page, 'added')
  })

  const theirs = await openBrowser()
  await test.step('a member asks it, and finds no page of providers', async () => {
    await joinAs(theirs.context, product, { firstName: 'Grace', lastName: 'Hopper' })
    await startChat(theirs.page, 'Harbour Quick')
    await ask(theirs.page, 'Who answers here?')
    await answerEnds(theirs.page)
    await expect(answer(theirs.page)).toHaveAccessibleName('Answer by Harbour Quick')
    await theirs.page.getByRole('button', { name: 'Account Settings' }).click()
    await expect(theirs.page.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible()
    await expect(theirs.page.getByRole('link', { name: 'Model Providers' })).toHaveCount(0)
    await theirs.page.goto('/system/providers')
    await expect(theirs.page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  })

  await test.step('on a phone, by night, and from right to left', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNothingBeside(page)
    await picture(page, 'phone')
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await expectAccessible(page)
    await picture(page, 'phone by night')
    await page.getByRole('button', { name: 'Edit Harbour models' }).click()
    await expect(dialogOf(page, 'Edit Harbour models').getByLabel('Key', { exact: true })).toHaveValue('')
    await expectNothingBeside(page)
    await picture(page, 'editing on a phone')
    await page.keyboard.press('Escape')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1280, height: 800 })
    const speak = async (language: string) => {
      await page.evaluate(
        (chosen) => localStorage.setItem('atrium.language', JSON.stringify(chosen)),
        language,
      )
      await page.reload()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
    }
    await speak('ar')
    await expect(page.getByRole('heading', { name: 'مزوّدو النماذج', level: 1 })).toBeVisible()
    await page.getByRole('button', { name: 'تعديل Harbour models' }).click()
    await expect(page.getByRole('button', { name: 'اختبار الاتصال' })).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'in Arabic')
    await speak('en')
  })

  await test.step('a disabled provider is not offered; removing one warns what stops', async () => {
    const toggle = page.getByRole('switch', { name: 'Offer the models of Harbour models' })
    await toggle.press('Space')
    await expect(page.getByText('Switched off')).toBeVisible()
    await page.getByRole('button', { name: 'Remove Harbour models' }).click()
    const sure = dialogOf(page, 'Remove Harbour models?')
    await expect(sure).toContainText('Harbour Quick')
    await picture(page, 'removing')
    await sure.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('No providers yet')).toBeVisible()
    await expect(page.getByText('Ada Lovelace removed Harbour models')).toBeVisible()
  })
})
