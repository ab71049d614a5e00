import type { BaseId, CanvasId, CanvasShare, RoomId } from '@atrium/contract'
import { call } from '@atrium/testkit/api-client.ts'
import { expect as expectSoon, type Page } from '@playwright/test'
import { answer, answerEnds, ask } from './support/conversation.ts'
import type { Member } from './support/people.ts'
import { joinTeamOf, makeRoom } from './support/team.ts'
import { expect, memberTest as test } from './support/test.ts'

const text = 'The Zephyr lamp costs 51 crowns.'

/** A knowledge base with one text, indexed. */
async function makeBase(member: Member, name: string, roomId: RoomId = member.roomId): Promise<BaseId> {
  const api = { ...member.api, roomId }
  const { data: base } = await call('createKnowledgeBase', api, {
    body: { files: [], rag_name: name, ip_type: 'FILE_UPLOAD' },
  })
  const params = { baseId: base.id }
  await call('addKnowledgeSource', api, { params, body: { kind: 'text', title: `${name} list`, text } })
  await expectSoon
    .poll(async () => (await call('openKnowledgeBase', api, { params })).data.state.status)
    .toBe('COMPLETED')
  return base.id
}
async function makeCanvas(member: Member, share: CanvasShare = 'none'): Promise<CanvasId> {
  const body = { title: 'Purchases', roomId: member.roomId, markdown: 'Which lamp do we buy?' }
  const { canvasId } = (await call('createCanvas', member.api, { body })).message
  if (share !== 'none') await call('shareCanvas', member.api, { body: { canvasId, share } })
  return canvasId
}
const choose = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'Canvas options' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Knowledge of this canvas' })
const basesOf = (page: Page) =>
  dialogOf(page).getByRole('list', { name: 'Knowledge bases of this canvas' }).getByRole('listitem')

test('CANV-05 KB-06 a canvas gets a knowledge base, a question about it says so and cites it; a reader sees only what they may use', async ({
  page,
  member,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  test.slow()
  await makeBase(member, 'Prices')
  const canvasId = await makeCanvas(member, 'view')
  await page.goto(`/canvas/${canvasId}`)
  await choose(page, 'Knowledge…')
  await expect(dialogOf(page).getByText('This canvas has no knowledge bases yet.')).toBeVisible()
  await dialogOf(page)
    .getByRole('checkbox', { name: /^Prices/ })
    .press('Space')
  await expect(basesOf(page)).toHaveText(['Prices'])
  await picture(page, 'chosen')
  await expectAccessible(page)

  // Removed and added again with the keyboard, which stays in the dialog.
  await dialogOf(page).getByRole('button', { name: 'Remove Prices' }).press('Enter')
  await expect(basesOf(page)).toHaveCount(0)
  const search = dialogOf(page).getByRole('searchbox', { name: 'Find a knowledge base' })
  await expect(search).toBeFocused()
  await search.fill('pri')
  await dialogOf(page)
    .getByRole('checkbox', { name: /^Prices/ })
    .press('Space')
  await expect(basesOf(page)).toHaveText(['Prices'])
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toHaveCount(0)
  await page.reload()
  await choose(page, 'Knowledge…')
  await expect(basesOf(page)).toHaveText(['Prices'])
  await page.keyboard.press('Escape')

  await choose(page, 'Ask about this canvas')
  await expect(page.getByText('Also searches Prices')).toBeVisible()
  await picture(page, 'asked')
  await expectAccessible(page)
  await ask(page, 'What does the Zephyr lamp cost?')
  await answerEnds(page)
  const source = answer(page).getByRole('button', { name: /^Source 1: Prices list/ })
  await expect(source.first()).toBeVisible()
  await picture(page, 'cited')

  // A reader sees the bases that they may use, and changes none.
  const hidden = await makeBase(member, 'Salaries', await makeRoom(member, 'Vault'))
  await call('addCanvasKnowledge', member.api, { params: { canvasId }, body: { baseId: hidden } })
  const graces = await openBrowser()
  await joinTeamOf(member, graces.context, product)
  await graces.page.goto(`/canvas/${canvasId}`)
  await choose(graces.page, 'Knowledge…')
  await expect(basesOf(graces.page)).toHaveText(['Prices'])
  await expect(dialogOf(graces.page).getByRole('checkbox')).toHaveCount(0)
  await expect(dialogOf(graces.page).getByRole('button', { name: /^Remove/ })).toHaveCount(0)
  expect(await graces.page.content()).not.toContain('Salaries')
  await picture(graces.page, 'reader')
  await expectAccessible(graces.page)
})

test('CANV-05 I18N-01 on a phone in Arabic, bases are added by touch; a failure says so and can be tried again', async ({
  member,
  openBrowser,
  picture,
  product,
  expectAccessible,
}) => {
  const { page, context, watched } = await openBrowser({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await context.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('atrium.language', '"ar"')
  })
  const layla = await joinTeamOf(member, context, product, { firstName: 'Layla', lastName: 'Haddad' })
  const [canvasId] = [await makeCanvas(layla), await makeBase(member, 'Prices')]
  await page.goto(`/canvas/${canvasId}`)
  watched.expectProblems(/status of 500/)
  let fails = true
  await context.route(`**/canvas/${canvasId}/knowledge`, (route) =>
    fails
      ? route.fulfill({
          status: 500,
          json: { isError: true, statusCode: 500, code: 'INTERNAL', message: 'Broken.' },
        })
      : route.fallback(),
  )
  await page.getByRole('button', { name: 'خيارات اللوحة' }).tap()
  const item = page.getByRole('menuitem', { name: 'المعرفة…' })
  expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await item.tap()
  const dialog = page.getByRole('dialog', { name: 'معرفة هذه اللوحة' })
  await expect(dialog.getByText('تعذّر تحميل قواعد المعرفة')).toBeVisible()
  await picture(page, 'failed')
  fails = false
  await dialog.getByRole('button', { name: 'أعد المحاولة' }).tap()
  const base = dialog.getByRole('checkbox', { name: /^Prices/ })
  await base.tap()
  await expect(base).toBeChecked()
  await expect(dialog.getByRole('list', { name: 'قواعد معرفة هذه اللوحة' })).toHaveText('Prices')
  await picture(page, 'phone-arabic')
  await expectAccessible(page)
})
