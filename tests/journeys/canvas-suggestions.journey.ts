import { call } from '@atrium/testkit/api-client.ts'
import type { Page } from '@playwright/test'
import { XmlElement, XmlText } from 'yjs'
import { openOverSocket } from '../../apps/server/src/canvases/canvases-for-tests.ts'
import { hostileTexts } from '../../apps/web/src/features/conversation/testing/hostile-texts.ts'
import { expectNothingBeside } from './support/measure.ts'
import { keepSidebarOpen, toast } from './support/rooms.ts'
import { joinTeamOf } from './support/team.ts'
import { expect, memberTest as test } from './support/test.ts'

const text = (page: Page) => page.getByRole('textbox', { name: 'Text of the canvas' })
/** The first paragraph without the names at others' cursors. */
const firstParagraph = (page: Page) =>
  text(page)
    .locator('p')
    .first()
    .evaluate((element) => {
      const copy = element.cloneNode(true) as HTMLElement
      for (const caret of copy.querySelectorAll('.others-caret, .ProseMirror-separator')) caret.remove()
      return copy.textContent?.replaceAll('\u2060', '')
    })
const saved = (page: Page) => page.getByRole('status').filter({ hasText: /^Saved$/ })
const suggestions = (page: Page) => page.getByRole('region', { name: 'Suggestions' })
const original = [
  'The team ships the new firmware in March.',
  'Every farm of the trial gets a call two days later.',
  'Probes that fail their self-test stay on the old version.',
  'The smallest farms are first, because a visit there takes the least time.',
  'Support writes down every question in one place.',
  'Marketing waits for the second wave before it announces anything.',
  'The release note exists in five languages.',
  'Finance wants the numbers of the trial by the end of the month.',
  'Nobody travels to a cage without a reason that was agreed before.',
  'The third wave has forty-six farms and one owner.',
  'A wave waits when more than two of a hundred probes fail.',
  'The board hears about the result in April.',
].join(' ')

test('CANV-03 a model suggests while a colleague types in the same paragraph; accepted, undone, refused, stopped', async ({
  page,
  context,
  member,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  test.slow()
  const graces = await openBrowser()
  for (const browser of [context, graces.context]) await keepSidebarOpen(browser)
  await joinTeamOf(member, graces.context, product)
  const { message: canvas } = await call('createCanvas', member.api, {
    body: { title: 'Launch', roomId: member.roomId, markdown: `${original}\n\nSecond paragraph.` },
  })
  await call('shareCanvas', member.api, { body: { canvasId: canvas.canvasId, share: 'edit' } })
  await page.goto(`/canvas/${canvas.canvasId}`)
  const grace = graces.page
  await grace.goto(`/canvas/${canvas.canvasId}`)
  await expect(text(grace)).toContainText('The team ships')
  await expect(saved(page)).toBeVisible()

  // The panel names its passage, the model and the price of each action.
  await text(page).getByText('The team ships').click({ clickCount: 3 })
  await page.getByRole('button', { name: 'Ask a model' }).click()
  const panel = page.getByRole('dialog', { name: 'Ask a model' })
  await expect(panel.getByText('Selected text')).toBeVisible()
  await panel.getByRole('combobox', { name: 'Model' }).selectOption({ label: 'Sandbox Writer' })
  await expect(panel.getByRole('button', { name: /Shorten/ })).toContainText(/about [\d.]+/)
  await picture(page, 'panel')
  await expectAccessible(page)
  await panel.getByRole('button', { name: /Shorten/ }).click()

  // Both see it written; the colleague goes on typing in that paragraph.
  await expect(grace.locator('.model-writing')).toContainText('Sandbox Writer')
  await text(grace).getByText('The team ships').first().click()
  await grace.keyboard.press('Home')
  await grace.keyboard.type('Reminder: ')
  await expect(suggestions(page).getByText(/^\d+ suggestions?$/)).toBeVisible({ timeout: 30_000 })
  await expect(grace.locator('.model-writing')).toHaveCount(0)
  await expect(text(page)).toContainText('Reminder: ')
  await expect(text(grace).getByRole('deletion').first()).toBeVisible()
  await picture(page, 'suggested')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture(page, 'suggested-dark')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })

  // Accepted together, and undone as one step.
  await suggestions(page).getByRole('button', { name: 'Accept all' }).click()
  await expect(text(page).getByRole('deletion')).toHaveCount(0)
  await expect(text(page).getByRole('deletion')).toHaveCount(0)
  await expect(text(page)).toContainText('Reminder: ')
  await expect(text(grace).getByRole('deletion')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(text(page).getByRole('deletion').first()).toBeVisible()

  // Refused by keyboard, by the colleague: the text is as it was, with their word.
  await text(grace).getByText('Reminder').click()
  await grace.keyboard.press('Control+Alt+Shift+Backspace')
  await expect.poll(() => firstParagraph(page)).toBe(`Reminder: ${original}`)
  await expect(suggestions(page)).toHaveCount(0)

  // Stop leaves the canvas as it is.
  await expect(async () => {
    // The editor learns of a click a moment later; a panel for the former selection closes.
    await page.keyboard.press('Escape')
    await text(page).getByText('Second paragraph').click()
    await page.keyboard.press('Control+j')
    await expect(panel.getByText('Whole canvas')).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await panel.getByRole('combobox', { name: 'Model' }).selectOption({ label: 'Sandbox Writer' })
  await panel.getByRole('button', { name: /Expand/ }).click()
  await suggestions(page).getByRole('button', { name: 'Stop' }).click()
  await expect(toast(page, 'Stopped. The canvas is unchanged.')).toBeVisible()
  await expect(page.locator('[data-suggested]')).toHaveCount(0)

  // A question is answered beside the text.
  await page.getByRole('button', { name: 'Ask a model' }).click()
  await panel.getByRole('textbox', { name: 'What should the model do?' }).fill('When do we ship?')
  await panel.getByRole('button', { name: 'Ask', exact: true }).click()
  const answer = page.getByRole('region', { name: 'Answer' })
  await expect(answer).toContainText('When do we ship?')
  await expect(answer.getByText(/credit/)).toBeVisible({ timeout: 30_000 })
  await picture(page, 'answer')
  await expectAccessible(page)
  await expect.poll(() => firstParagraph(page)).toBe(`Reminder: ${original}`)
})

test('CANV-03 suggestions on a phone in Arabic', async ({
  member,
  openBrowser,
  product,
  picture,
  expectAccessible,
}) => {
  test.slow()
  const { page, context } = await openBrowser({
    viewport: { width: 360, height: 780 },
    hasTouch: true,
    isMobile: true,
  })
  await context.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('atrium.language', '"ar"')
  })
  const layla = await joinTeamOf(member, context, product, { firstName: 'Layla', lastName: 'Haddad' })
  const { message: canvas } = await call('createCanvas', layla.api, {
    body: { title: 'خطة', roomId: layla.roomId, markdown: 'نطلق المنتج في آذار ثم نتصل بكل مزرعة.' },
  })
  await page.goto(`/canvas/${canvas.canvasId}`)
  await expect(page.locator('.tiptap > p').first()).toContainText('آذار')
  await page.getByRole('button', { name: 'اسأل نموذجًا' }).click()
  await expect(page.getByRole('dialog').getByText('اللوحة كلها')).toBeVisible()
  await picture(page, 'panel-arabic')
  await expectAccessible(page)
  await page.getByRole('button', { name: /حسّنه/ }).click()
  await expect(page.getByRole('button', { name: 'قبول الكل' })).toBeVisible({ timeout: 30_000 })
  await expectNothingBeside(page)
  await picture(page, 'suggested-arabic')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'رفض الكل' }).click()
  await expect(page.locator('.tiptap > p').first()).toHaveText('نطلق المنتج في آذار ثم نتصل بكل مزرعة.')
})

test('X01 CANV-02 hostile texts, forged links and unknown parts inside a shared document do nothing', async ({
  page,
  member,
  picture,
}) => {
  const { message: canvas } = await call('createCanvas', member.api, {
    body: { title: '<img src=x onerror="window.hit=1">', roomId: member.roomId, markdown: 'First.' },
  })
  // As a modified client could write them.
  const forger = openOverSocket(member, canvas.canvasId)
  await expect.poll(() => forger.isReady()).toBe(true)
  for (const hostile of hostileTexts) forger.write(hostile.replaceAll('\0', ''))
  const links = [
    'javascript:window.hit=1',
    ' java\tscript:window.hit=1',
    'data:text/html,<script>1</script>',
    'vbscript:x',
  ]
  forger.doc.transact(() => {
    const fragment = forger.doc.getXmlFragment('default')
    for (const href of links) {
      const [paragraph, forged] = [new XmlElement('paragraph'), new XmlText()]
      forged.insert(0, 'forged link', { link: { href, target: '_blank', rel: null, class: null } })
      paragraph.insert(0, [forged])
      fragment.push([paragraph])
    }
    const suggested = new XmlElement('paragraph')
    const text = new XmlText('suggested by nobody')
    suggested.insert(0, [text])
    suggested.setAttribute(
      'suggestion',
      '{"kind":"insert","id":"<img src=x onerror=window.hit=1>","part":0,"model":"<b>x</b>","was":""}',
    )
    suggested.setAttribute('onclick', 'window.hit=1')
    const unknown = ['script', 'iframe', 'image'].map((name) => {
      const element = new XmlElement(name)
      element.setAttribute('src', 'https://canary.example/x')
      return element
    })
    fragment.push([suggested, ...unknown])
  })
  await expect.poll(() => forger.isSaved()).toBe(true)
  await page.goto(`/canvas/${canvas.canvasId}`)
  await expect(text(page)).toContainText('forged link')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('onerror')
  for (const link of await text(page).locator('a').all())
    expect(await link.getAttribute('href')).toMatch(/^(https?:|mailto:|tel:|$)/i)
  await text(page).getByText('forged link').first().click()
  expect(
    await text(page).evaluate((element) => [
      element.querySelectorAll('script, iframe, object, embed, form, style, link, meta, base, img[src]')
        .length,
      [...element.querySelectorAll('*')].filter((one) =>
        [...one.attributes].some(({ name }) => name.startsWith('on')),
      ).length,
      (window as { hit?: unknown }).hit ?? null,
    ]),
  ).toEqual([0, 0, null])
  await picture(page, 'hostile')
  forger.close()
})
