import { languageNames, loadCatalogue } from '@atrium/phrases'
import { call } from '@atrium/testkit/api-client.ts'
import { uploadContextFile } from '@atrium/testkit/upload-context-file.ts'
import type { Locator, Page } from '@playwright/test'
import { answerEnds, composer, startChat, turns } from './support/conversation.ts'
import { joinAs, type Member } from './support/people.ts'
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

/** Gives the room a file, a knowledge base and the tools of a server, so that the composer offers every tool. */
async function offerEveryTool({ api, accountId, roomId }: Member): Promise<void> {
  await uploadContextFile(api, { name: 'leave.txt', bytes: Buffer.from('There are 28 days of leave.') })
  await call('createKnowledgeBase', api, {
    body: { files: [], rag_name: 'Handbook', ip_type: 'FILE_UPLOAD' },
  })
  const ofAccount = { params: { id: accountId } }
  const { installed } = (await call('listToolServers', api, ofAccount)).data
  const installedName = installed.find(({ name }) => !name.includes('sign'))?.name ?? ''
  const { data: server } = await call('addToolServer', api, {
    ...ofAccount,
    body: { name: 'Service desk', prefix: 'desk', installedName },
  })
  await call('acceptTools', api, {
    params: { id: accountId, serverId: server.id },
    body: { tools: server.tools.map(({ name, hash }) => ({ name, hash })) },
  })
  await call('changeRoomTools', api, {
    params: { accountId, roomId },
    body: { tools: server.tools.map(({ name }) => ({ serverId: server.id, name, mode: 'ask' as const })) },
  })
  const searchable = async () =>
    (await call('listContextFiles', api, { params: { roomId }, query: {} })).searchableCount
  await expect.poll(searchable).toBe(1)
}

/** The controls of the composer that are outside of it or over each other. */
const misplaced = (composerForm: Locator) =>
  composerForm.evaluate((whole) => {
    const shown = [...whole.querySelectorAll('button, textarea, [role=radiogroup], output')].filter((one) =>
      one.checkVisibility({ visibilityProperty: true }),
    )
    const nameOf = (one: Element) => one.getAttribute('aria-label') ?? one.textContent.trim()
    const limits = whole.getBoundingClientRect()
    const found: string[] = []
    for (const [at, one] of shown.entries()) {
      const box = one.getBoundingClientRect()
      if (box.left < limits.left - 1 || box.right > limits.right + 1) found.push(`${nameOf(one)} is outside`)
      for (const other of shown.slice(at + 1)) {
        if (one.contains(other) || other.contains(one)) continue
        const beside = other.getBoundingClientRect()
        const wide = Math.min(box.right, beside.right) - Math.max(box.left, beside.left)
        const high = Math.min(box.bottom, beside.bottom) - Math.max(box.top, beside.top)
        if (wide > 1 && high > 1) found.push(`${nameOf(one)} is over ${nameOf(other)}`)
      }
    }
    return found
  })

/** The notes below the composer that are cut. */
const cutNotes = (composerForm: Locator) =>
  composerForm
    .locator('[class*=figures] > span')
    .evaluateAll((notes) =>
      notes
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map((note) => note.textContent),
    )

test('CHAT-01 I18N-01 with every tool on, none is cut or over another, on screens a little wider than a phone', async ({
  page,
  context,
  member,
  picture,
}) => {
  test.slow()
  await keepSidebarOpen(context)
  await offerEveryTool(member)
  for (const language of ['en', 'fr', 'ar', 'vi', 'zh'] as const) {
    await page.setViewportSize({ width: 700, height: 800 })
    await page.goto('/chat/new')
    await page.evaluate((one) => localStorage.setItem('atrium.language', JSON.stringify(one)), language)
    await page.reload()
    const { chat } = await loadCatalogue(language)
    const tools = page.locator('form').filter({ has: page.locator('textarea') })
    const tool = (key: keyof typeof chat) => tools.getByRole('button', { name: chat[key] ?? '', exact: true })
    for (const key of ['composer.web', 'composer.tools'] as const) {
      await tool(key).click()
      await expect(tool(key)).toHaveAttribute('aria-pressed', 'true')
    }
    await expect(tool('composer.roomFiles')).toHaveAttribute('aria-pressed', 'true')
    await tools.locator('textarea').fill('Which of these is older?')
    await expect(tools.getByText(/≈/).first()).toBeVisible()
    const row = tools.getByRole('button', { name: chat['composer.customise'] ?? '' }).locator('..')
    for (const width of [641, 660, 700, 767]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(async () => {
        expect(await misplaced(tools), `${language}, ${width}`).toEqual([])
        const widths = await row.evaluate(({ clientWidth, scrollWidth }) => [clientWidth, scrollWidth])
        expect(widths[1], `${language}, ${width}: all tools fit`).toBe(widths[0])
        if (width >= 700) expect(await cutNotes(tools), `${language}, ${width}`).toEqual([])
      }).toPass({ timeout: 5_000 })
      await picture(page, `${language}-${width}`)
    }
  }
})

anyTest(
  'CHAT-01 on a small tablet with every tool, none is cut or over another, and each is large enough for a finger',
  async ({ openBrowser, product, picture }) => {
    const touch = { viewport: { width: 650, height: 800 }, hasTouch: true, isMobile: true }
    const { context, page } = await openBrowser(touch)
    await offerEveryTool(await joinAs(context, product))
    await page.goto('/chat/new')
    await composer(page).fill('Which of these is older?')
    await expect(form(page).getByText(/≈/).first()).toBeVisible()
    for (const width of [641, 700, 768, 780, 834]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(async () => {
        expect(await misplaced(form(page)), `${width}`).toEqual([])
        const model = page.getByRole('button', { name: /^Model: / })
        expect((await boxOf(model)).height, `${width}`).toBeGreaterThanOrEqual(44)
        expect(await rowsOfTools(page), `${width}`).toBe(1)
      }).toPass({ timeout: 5_000 })
      await picture(page, String(width))
    }
  },
)

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
