import { type ModelProvider, startModelProvider } from '@atrium/sandbox'
import { answer, answerEnds, ask } from './support/conversation.ts'
import { expectNothingBeside } from './support/measure.ts'
import { acceptTerms, sendSignUp, skipWelcome } from './support/people.ts'
import { startProduct } from './support/product.ts'
import { expect, test as base } from './support/test.ts'
import { replied } from './support/watch.ts'

const key = 'sk-the-key-of-the-first-model'

/** A fresh folder without settings, so each journey has its own product. */
const test = base.extend<object, { vendor: ModelProvider }>({
  product: [
    async ({}, use) => {
      const product = await startProduct({ ATRIUM_SANDBOX: 'auto' })
      await use(product)
      await product.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  vendor: [
    async ({}, use) => {
      const vendor = await startModelProvider({ apiKey: key, pace: { firstTokenMs: 0, perSecond: Infinity } })
      await use(vendor)
      await vendor.close()
    },
    { scope: 'worker' },
  ],
})

const linkIn = (output: string) => /works once\): (\S+)/.exec(output)?.[1] ?? ''

test('R17 MODEL-06 the operator sets up Atrium by the printed link, from an empty folder to the first answer of a real model', async ({
  page,
  product,
  vendor,
  watched,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  test.slow()
  watched.expectProblems(replied(401))
  const link = linkIn(product.output())
  await page.goto(link)

  await test.step('the link leads a stranger to an account; its token is not in the address', async () => {
    await expect(page.getByRole('heading', { name: 'Set up Atrium' })).toBeVisible()
    expect(page.url()).not.toContain('#')
    await expectAccessible(page)
    await picture(page, 'stranger')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await sendSignUp(page, {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada.first@example.com',
      password: 'Analytical-Engine-1843',
    })
    await acceptTerms(page)
    await page.getByRole('button', { name: 'Become the administrator' }).click()
  })

  await test.step('a model is connected by address and key, tested with the time to its first word', async () => {
    await expect(page.getByRole('heading', { name: 'Connect a model' })).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'models')
    await page.getByRole('button', { name: 'OpenAI-compatible server' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a provider' })
    await dialog.getByLabel('Name', { exact: true }).fill('Harbour models')
    await dialog.getByLabel('Address').fill(`${vendor.url}/v1`)
    await dialog.getByLabel('Key', { exact: true }).fill(key)
    await dialog.getByRole('button', { name: 'Test connection' }).click()
    await expect(
      dialog.getByText(/The connection works\. It has 7 models\. First word after [\d.]+ s\./),
    ).toBeVisible()
    await picture(page, 'connection tested')
    await dialog.getByRole('checkbox', { name: 'Sandbox Quick' }).check()
    await dialog.getByRole('button', { name: 'Details of Sandbox Quick' }).click()
    await dialog.getByLabel('Id', { exact: true }).fill('harbour-quick')
    await dialog.getByLabel('Display name').fill('Harbour Quick')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Connected: Harbour models')).toBeVisible()
    await page.getByRole('button', { name: 'Continue' }).click()
  })

  await test.step('a step can be skipped, and the setup resumes where it was left', async () => {
    await expect(page.getByRole('heading', { name: 'Send email' })).toBeVisible()
    await picture(page, 'mail')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Skip for now' }).click()
    await expect(page.getByRole('heading', { name: 'Who may sign up' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Who may sign up' })).toBeVisible()
    await page.getByRole('radio', { name: 'People with an invitation' }).check()
    await picture(page, 'sign-up')
    await page.getByRole('button', { name: 'Continue' }).click()
  })

  await test.step('name, logo, first team', async () => {
    // While the step before is being saved.
    const language = page.locator('select')
    await language.selectOption({ label: 'العربية' })
    await expect(page.getByRole('heading', { name: 'الاسم والشعار' })).toBeVisible()
    await expectNothingBeside(page)
    await picture(page, 'in Arabic')
    await language.selectOption({ label: 'English' })
    await page.getByLabel('Name (optional)').fill('Kelp Labs')
    await picture(page, 'branding')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'Create your first team' })).toBeVisible()
    await page.getByLabel('Account name').fill('Kelp')
    await page.getByText('Show me a filled team').click()
    await expect(page.getByRole('textbox', { name: 'Commands' })).toHaveValue(
      /^DATABASE_URL= ATRIUM_DATA_DIR=\.\/demo npm run seed$/m,
    )
    await picture(page, 'team')
    await page.getByRole('button', { name: 'Create and start' }).click()
    await expect(page).toHaveURL(/\/chat/)
    await skipWelcome(page)
  })

  await test.step('the first answer comes from the connected model; the sandbox is no longer offered', async () => {
    await ask(page, 'Which is older, tea or coffee?')
    await answerEnds(page)
    await expect(answer(page)).toBeVisible()
    expect(JSON.stringify(vendor.requests())).toContain('Which is older, tea or coffee?')
    await page.getByRole('button', { name: /^Model: / }).click()
    await expect(page.getByRole('option', { name: 'Harbour Quick' })).toBeVisible()
    await expect(page.getByRole('option', { name: 'Sandbox Writer' })).toHaveCount(0)
    await page.keyboard.press('Escape')
  })

  await test.step('the link is dead, and strangers see name and rule on the sign-in page', async () => {
    const other = await openBrowser()
    other.watched.expectProblems(replied(401))
    await other.page.goto('/auth/register')
    await expect(other.page.getByText('Kelp Labs')).toBeVisible()
    await picture(other.page, 'sign-in page with the name')
    await other.page.goto(link)
    await expect(other.page.getByRole('heading', { name: 'Set up Atrium' })).toBeVisible()
  })

  await test.step('system settings have the skipped steps, on a phone too', async () => {
    await page.goto('/system/settings')
    await expect(page.getByRole('heading', { name: 'System settings' })).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'settings')
    await page.getByLabel('Server', { exact: true }).fill('127.0.0.1')
    await page.getByLabel('Port').fill('9')
    await page.getByLabel('Sender address').fill('atrium@example.com')
    await page.getByRole('button', { name: 'Send a test mail' }).click()
    await expect(page.getByText('Connection refused. Check the server and the port.')).toBeVisible()
    await page.setViewportSize({ width: 360, height: 780 })
    await expectNothingBeside(page)
    await picture(page, 'settings on a phone')
  })
})
