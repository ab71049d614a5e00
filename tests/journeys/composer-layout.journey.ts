import { languageNames, loadCatalogue } from '@atrium/phrases'
import type { Locator, Page } from '@playwright/test'
import { answerEnds, composer, startChat, turns } from './support/conversation.ts'
import { joinAs } from './support/people.ts'
import { keepSidebarOpen } from './support/rooms.ts'
import { expect, memberTest as test, test as anyTest } from './support/test.ts'

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox()
  if (!box) throw new Error('It is not laid out.')
  return box
}
const form = (page: Page) => page.locator('form').filter({ has: composer(page) })

/** The top positions of the composer's controls, without the field. */
async function rowsOfTools(page: Page): Promise<number> {
  const buttons = form(page).getByRole('button').or(form(page).getByRole('radiogroup'))
  const middles = await buttons.evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .map((one) => {
        const { top, bottom } = one.getBoundingClientRect()
        return Math.round((top + bottom) / 2)
      }),
  )
  return middles.filter((middle, at) => middles.findIndex((other) => Math.abs(other - middle) < 12) === at)
    .length
}

test('the first character moves nothing: the price has its line, the tools have their row', async ({
  page,
  picture,
}) => {
  await startChat(page, 'Sandbox Writer')
  for (const width of [1440, 1024, 768]) {
    await page.setViewportSize({ width, height: 800 })
    await composer(page).fill('')
    const before = await boxOf(form(page))
    expect(await rowsOfTools(page)).toBe(1)
    await picture(page, `empty-${width}`)
    await composer(page).pressSequentially('Why?')
    await expect(page.getByText(/^≈ .+ credits \(/).first()).toBeVisible()
    await picture(page, `typed-${width}`)
    expect(await boxOf(form(page))).toEqual(before)
    expect(await rowsOfTools(page)).toBe(1)
  }
})

test('ANS-06 Customize Answer has a description', async ({ page }) => {
  await page.goto('/chat/new')
  await expect(form(page).getByText('Customize Answer', { exact: true })).toBeVisible()
})

test('CHAT-01 I18N-01 the model’s name is cut before Customize Answer, which shows its name or only its icon', async ({
  page,
  context,
  picture,
}) => {
  test.slow()
  await keepSidebarOpen(context)
  /** Width of a shown part, and of its whole content; both 0 while it is not shown. */
  const widthsOf = (part: Locator) =>
    part.evaluate(({ clientWidth, scrollWidth }) => ({ shown: clientWidth, whole: scrollWidth }))
  const widthsInFrames = (part: Locator) =>
    part.evaluate(async (one) => {
      const widths = new Set<number>()
      for (let frame = 0; frame < 6; frame++) {
        await new Promise(requestAnimationFrame)
        widths.add(one.clientWidth)
      }
      return widths.size
    })
  for (const language of Object.keys(languageNames) as (keyof typeof languageNames)[]) {
    await page.goto('/chat/new')
    await page.evaluate((one) => localStorage.setItem('atrium.language', JSON.stringify(one)), language)
    await page.reload()
    const { chat } = await loadCatalogue(language)
    const tools = page.locator('form').filter({ has: page.locator('textarea') })
    const model = tools.locator('button[aria-haspopup=dialog]').first()
    await model.click()
    await page.getByRole('option', { name: 'Sandbox Reasoner' }).click()
    await expect(model).toHaveText('Sandbox Reasoner')
    const customise = tools.getByRole('button', { name: chat['composer.customise'] ?? '' })
    const [name, modelName] = [customise.locator('span').first(), model.locator('span').first()]
    for (const width of [1440, 1280, 1024, 800, 720, 660]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(async () => {
        expect(await widthsInFrames(modelName), `${language}, ${width}: nothing moves`).toBe(1)
        const { shown, whole } = await widthsOf(name)
        // Widths are rounded.
        if (shown > 0) expect(whole - shown, `${language}, ${width}: nothing is cut`).toBeLessThan(2)
        expect((await widthsOf(modelName)).shown, `${language}, ${width}: 7 letters`).toBeGreaterThan(50)
        const row = await widthsOf(customise.locator('..'))
        expect(row.whole, `${language}, ${width}: all tools fit`).toBe(row.shown)
      }).toPass({ timeout: 5_000 })
      await picture(page, `${language}-${width}`)
      if (language !== 'en' || width !== 1280) continue
      await expect(name).toBeVisible()
      const { shown, whole } = await widthsOf(modelName)
      expect(shown, 'the name of the model gives way').toBeLessThan(whole - 1)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  }
})

anyTest(
  'CHAT-01 on a phone: two rows, targets for fingers, Enter breaks the line',
  async ({ openBrowser, product }) => {
    const { context, page } = await openBrowser({
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    })
    await joinAs(context, product)
    await page.goto('/chat/new')
    const field = composer(page)
    await expect(field).toBeVisible()
    await expect(page.getByRole('button', { name: /^Model: / })).toBeVisible()
    const before = await boxOf(form(page))
    expect(await rowsOfTools(page)).toBe(1)
    await field.tap()
    await field.pressSequentially('One')
    expect(await rowsOfTools(page)).toBe(1)
    expect(await boxOf(form(page))).toEqual(before)
    const small = await form(page)
      .locator('button, label')
      .evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility({ visibilityProperty: true }))
          .map((one) => ({
            name: one.getAttribute('aria-label') ?? one.textContent,
            box: one.getBoundingClientRect(),
          }))
          .filter(({ box }) => box.width < 44 || box.height < 44)
          .map(({ name, box }) => `${name}: ${box.width} × ${box.height}`),
      )
    expect(small).toEqual([])

    await field.press('Enter')
    await field.pressSequentially('Two')
    await expect(field).toHaveValue('One\nTwo')
    await expect(turns(page)).toHaveCount(0)

    await page.getByRole('button', { name: 'Add and adjust' }).tap()
    await page.getByRole('menuitem', { name: 'Customize Answer' }).tap()
    await expect(page.getByRole('dialog', { name: 'Customize Answer' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: 'Send', exact: true }).tap()
    await answerEnds(page)
  },
)
