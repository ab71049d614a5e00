import type { Page } from '@playwright/test'
import {
  answer,
  answerEnds,
  ask,
  chatIdOf,
  chooseStyle,
  composer,
  startChat,
  storedTurns,
  turns,
} from './support/conversation.ts'
import { joinAs } from './support/people.ts'
import { expect, memberTest as test } from './support/test.ts'

const quickly = '[[sandbox:rate=max]]'
const pickerButton = (page: Page) => page.getByRole('button', { name: /^Model: / })
const picker = (page: Page) => page.getByRole('dialog', { name: 'Choose a model' })
const option = (page: Page, name: string) => picker(page).getByRole('option', { name })

async function openPicker(page: Page): Promise<void> {
  await pickerButton(page).click()
  await expect(picker(page).getByRole('option').first()).toBeVisible()
}

test('MODEL-02 MODEL-07 Auto asks for a preference, stores it, and shows the chosen model and the reason', async ({
  page,
  member,
  picture,
  expectAccessible,
}) => {
  await startChat(page)
  await openPicker(page)
  await expect(picker(page).getByRole('option').first()).toContainText('Auto')
  const preference = picker(page).getByRole('radiogroup', { name: 'Select Your Auto Mode Preference' })
  await expect(preference.getByRole('radio', { name: 'Balanced' })).toBeChecked()
  await picture(page, 'picker')
  await expectAccessible(page)

  await test.step('the preference is kept', async () => {
    const kept = page.waitForResponse((response) => response.url().endsWith('/user/models/auto'))
    await preference.getByText('Best', { exact: true }).click()
    expect((await kept).ok()).toBe(true)
    await page.reload()
    await openPicker(page)
    await expect(preference.getByRole('radio', { name: 'Best' })).toBeChecked()
    await page.keyboard.press('Escape')
  })

  await test.step('the answer shows the reason, by preference', async () => {
    await ask(page, `How do bees find their way home? ${quickly}`)
    await answerEnds(page)
    await expect(answer(page)).toHaveAccessibleName('Answer by Sandbox Writer')
    await expect(answer(page).getByText('Chosen by Auto as the best.')).toBeVisible()
    await answer(page).evaluate((element) => element.scrollIntoView())
    await picture(page, 'why')
    await expectAccessible(page)
    expect((await storedTurns(page, member))[0]).toMatchObject({
      requestedModelId: 'auto',
      modelId: 'sandbox-writer',
      choice: { reason: 'BEST', failed: [] },
    })
  })

  await test.step('and still does after a reload', async () => {
    await page.reload()
    await expect(answer(page).getByText('Chosen by Auto as the best.')).toBeVisible()
  })

  await test.step('one click asks the next best model', async () => {
    const instead = answer(page).getByRole('button', { name: /^Ask .* instead$/ })
    const named = (await instead.innerText()).replace(/^Ask \u2068?|\u2069? instead$/g, '')
    await instead.click()
    await expect(answer(page)).toHaveAccessibleName(`Answer by ${named}`)
    await answerEnds(page)
    await expect(turns(page)).toHaveCount(1)
    await expect(answer(page).getByText(/^Chosen by Auto/)).toHaveCount(0)
    expect(await storedTurns(page, member)).toHaveLength(2)
  })

  await test.step('Think Deeper goes to one that thinks', async () => {
    await startChat(page)
    await chooseStyle(page, 'Think Deeper')
    await ask(page, `Why is the sky blue? ${quickly}`)
    await answerEnds(page)
    await expect(answer(page)).toHaveAccessibleName('Answer by Sandbox Reasoner')
    await expect(answer(page).getByText('Chosen by Auto because it reasons before answering.')).toBeVisible()
  })
})

test('MODEL-02 Auto uses the models that it may use, and no other', async ({
  page,
  picture,
  expectAccessible,
}) => {
  await startChat(page)
  await openPicker(page)
  await picker(page).getByRole('button', { name: 'Can use any model' }).click()
  const dialog = page.getByRole('dialog', { name: 'Models that Auto can use' })
  const all = dialog.getByRole('checkbox', { name: 'All models' })
  await expect(all).toBeChecked()
  await expect(all).toBeFocused()
  await picture(page, 'all')
  await expectAccessible(page)

  await all.uncheck()
  for (const checkbox of await dialog.getByRole('checkbox', { name: /^Sandbox/ }).all())
    await checkbox.uncheck()
  await expect(dialog.getByText('Choose at least one model.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await picture(page, 'none')
  await dialog.getByRole('checkbox', { name: 'Sandbox Reader' }).check()
  const kept = page.waitForResponse((response) => response.url().endsWith('/user/models/auto'))
  await dialog.getByRole('button', { name: 'Save' }).click()
  expect((await kept).ok()).toBe(true)
  await expect(dialog).toBeHidden()

  await ask(page, `How do bees find their way home? ${quickly}`)
  await answerEnds(page)
  await expect(answer(page)).toHaveAccessibleName('Answer by Sandbox Reader')
  await expect(answer(page).getByText('Chosen by Auto: no other model is available right now.')).toBeVisible()
  await page.reload()
  await openPicker(page)
  await expect(picker(page).getByRole('button', { name: 'Can use 1 model' })).toBeVisible()
})

test('MODEL-07 a model that fails before its first word is followed by the next, charged once', async ({
  page,
  member,
  picture,
  expectAccessible,
}) => {
  await startChat(page)
  await ask(page, 'How do bees find their way home? [[sandbox:429=60,once,rate=max]]')
  await answerEnds(page)
  await expect(answer(page)).not.toHaveAccessibleName('Answer by Sandbox Writer')
  await expect(
    answer(page).getByText(/Sandbox Writer\u2069? did not answer, so this model was asked in its place\./),
  ).toBeVisible()
  await picture(page, 'stepped-in')
  await expectAccessible(page)
  const [turn] = await storedTurns(page, member)
  expect(turn).toMatchObject({ state: 'answered', choice: { failed: [{ modelId: 'sandbox-writer' }] } })
  expect(turn?.creditsCharged).toBeGreaterThan(0)
  await page.reload()
  await expect(answer(page).getByText(/Sandbox Writer\u2069? did not answer/)).toBeVisible()
})

test('MODEL-03 favorites are listed first, by mouse and by keyboard, and models can be searched', async ({
  page,
  picture,
  expectAccessible,
}) => {
  await startChat(page)
  await openPicker(page)
  const options = picker(page).getByRole('option')
  await expect(options).toHaveCount(8)

  await test.step('a star by mouse', async () => {
    await option(page, 'Sandbox Reader').hover()
    await option(page, 'Sandbox Reader').getByTitle('Add to favorites').click()
    await expect(options.nth(1)).toContainText('Sandbox Reader')
    await expect(picker(page).getByText('Favorites', { exact: true })).toBeVisible()
    await expect(options).toHaveCount(8)
    await picture(page, 'favourite')
  })

  await test.step('by keys', async () => {
    const marking = picker(page).getByRole('button', { name: 'Choose favorites' })
    await marking.focus()
    await page.keyboard.press('Enter')
    await expect(marking).toHaveAttribute('aria-pressed', 'true')
    await expect(picker(page).getByRole('textbox', { name: 'Search models' })).toBeFocused()
    await page.keyboard.type('reasoner')
    await expect(options).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    const kept = page.waitForResponse((response) => response.url().endsWith('/user/models/favourites'))
    await page.keyboard.press('Enter')
    expect((await kept).ok()).toBe(true)
    await expect(options.filter({ hasText: 'favorite' })).toHaveCount(1)
    await picture(page, 'marking')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(picker(page)).toBeHidden()
    await expect(pickerButton(page)).toBeFocused()
  })

  await test.step('kept', async () => {
    await page.reload()
    await openPicker(page)
    await expect(options.nth(1)).toContainText('Sandbox Reader')
    await expect(options.nth(2)).toContainText('Sandbox Reasoner')
  })

  await test.step('search', async () => {
    await picker(page).getByRole('textbox', { name: 'Search models' }).fill('zebra')
    await expect(picker(page).getByText('No model matches “zebra”.')).toBeVisible()
    await picture(page, 'empty')
  })

  await test.step('whoever goes to the question as the list closes keeps typing there', async () => {
    await page.evaluate(() => {
      const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })
      document.activeElement?.dispatchEvent(escape)
      document.querySelector('textarea')?.focus()
    })
    await expect(picker(page)).toBeHidden()
    // Everything that was due when the list closed has run.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    await expect(composer(page)).toBeFocused()
  })
})

test('MODEL-01 the picker cuts a description at 100 characters', async ({ page }) => {
  const description = `${'0123456789'.repeat(10)}!`
  await page.route(/\/user\/models(\?|$)/, async (route) => {
    const response = await route.fetch()
    const reply = (await response.json()) as { message: { description: string }[] }
    await route.fulfill({
      response,
      json: { ...reply, message: reply.message.map((model) => ({ ...model, description })) },
    })
  })
  await startChat(page)
  await openPicker(page)
  const writer = option(page, 'Sandbox Writer').first()
  await expect(writer).toContainText(`${description.slice(0, 99)}…`)
  await expect(writer).not.toContainText(description.slice(0, 100))
})

test('MODEL-03 an unavailable model shows the reason and cannot be chosen', async ({ page, picture }) => {
  await page.route('**/api/user/models', async (route) => {
    const reply = await route.fetch()
    const body = (await reply.json()) as { message: { modelId: string }[] }
    const message = body.message.map((model) =>
      model.modelId === 'sandbox-writer'
        ? { ...model, isAvailable: false, unavailableReason: 'PROVIDER_DOWN' }
        : model,
    )
    await route.fulfill({ response: reply, json: { ...body, message } })
  })
  await startChat(page)
  await openPicker(page)
  const down = option(page, 'Sandbox Writer')
  await expect(down).toContainText("Sandbox isn't responding right now.")
  await expect(down).toHaveAttribute('aria-disabled', 'true')
  await picture(page, 'unavailable')
  await down.click({ force: true })
  await expect(picker(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Model: Auto. Choose another.' })).toBeVisible()
})

test('MODEL-04 models that cannot be loaded leave Auto, and are loaded when asked again', async ({
  page,
  watched,
  picture,
  expectAccessible,
}) => {
  watched.expectProblems(/status of 500/)
  await page.route('**/api/user/models', (route) =>
    route.fulfill({
      status: 500,
      json: { isError: true, statusCode: 500, code: 'INTERNAL', message: 'Something went wrong' },
    }),
  )
  await startChat(page)
  await pickerButton(page).click()
  await expect(picker(page).getByRole('alert')).toContainText("Couldn't load the models.", {
    timeout: 40_000,
  })
  await expect(pickerButton(page)).toContainText('Auto')
  await picture(page, 'failed')
  await expectAccessible(page)
  await page.unroute('**/api/user/models')
  await picker(page).getByRole('button', { name: 'Try again' }).click()
  await expect(option(page, 'Sandbox Quick')).toBeVisible()
  await page.keyboard.press('Escape')
  await ask(page, `What is 3 * 3? ${quickly}`)
  await answerEnds(page)
})

test('MODEL-04 each chat keeps its model for an hour, and a new one starts with the default', async ({
  page,
}) => {
  await startChat(page)
  await ask(page, `What is 3 * 3? ${quickly}`)
  await answerEnds(page)
  await openPicker(page)
  await option(page, 'Sandbox Reader').click()
  await expect(pickerButton(page)).toContainText('Sandbox Reader')
  await chatIdOf(page)
  const address = page.url()

  await page.goto('/chat/new')
  await expect(pickerButton(page)).toContainText('Auto')
  await page.goto(address)
  await expect(pickerButton(page)).toContainText('Sandbox Reader')

  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('chatMeta'))!
    const kept = JSON.parse(localStorage.getItem(key)!) as { infoList: { lastUpdated: number }[] }
    for (const meta of kept.infoList) meta.lastUpdated -= 60 * 60 * 1000 + 1
    localStorage.setItem(key, JSON.stringify(kept))
  })
  await page.goto('/')
  await page.goto(address)
  await expect(pickerButton(page)).toContainText('Auto')
})

test('MODEL-03 MODEL-07 I18N-01 the picker and the reason on a phone, in the dark and in Arabic', async ({
  openBrowser,
  product,
  picture,
  expectAccessible,
}) => {
  const { page, context } = await openBrowser({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    colorScheme: 'dark',
  })
  await joinAs(context, product)
  await page.goto('/accounts')
  await page.locator('select').selectOption({ label: 'العربية' })
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.goto('/chat/new')
  await page.getByRole('button', { name: /^النموذج: / }).click()
  const sheet = page.getByRole('dialog', { name: 'اختيار نموذج' })
  await expect(sheet.getByRole('option')).toHaveCount(8)
  await picture(page, 'arabic-picker')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'يجوز له استخدام كل النماذج' }).click()
  await expect(page.getByRole('dialog', { name: 'النماذج التي يجوز للتلقائي استخدامها' })).toBeVisible()
  await picture(page, 'arabic-models')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const field = page.getByRole('textbox', { name: 'سؤالك' })
  await field.fill(`كيف يجد النحل طريقه؟ ${quickly}`)
  await page.getByRole('button', { name: 'إرسال', exact: true }).click()
  await expect(page.getByText(/^اختاره التلقائي/)).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.getByText(/^اختاره التلقائي/).scrollIntoViewIfNeeded()
  await picture(page, 'arabic-why')
  await expectAccessible(page)
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0)
})
