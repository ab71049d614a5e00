import type { CanvasId, CanvasShare } from '@atrium/contract'
import { call } from '@atrium/testkit/api-client.ts'
import type { Page } from '@playwright/test'
import type { Member } from './support/people.ts'
import { keepSidebarOpen } from './support/rooms.ts'
import { joinTeamOf } from './support/team.ts'
import { expect, memberTest as test } from './support/test.ts'

const text = (page: Page) => page.getByRole('textbox', { name: 'Text of the canvas' })
const panel = (page: Page) => page.getByRole('complementary', { name: 'Comments' })
const threads = (page: Page) => panel(page).getByRole('article')
const marks = (page: Page) => text(page).locator('.comment-mark')

async function create(member: Member, share: CanvasShare): Promise<CanvasId> {
  const { message } = await call('createCanvas', member.api, {
    body: {
      title: 'Price list',
      roomId: member.roomId,
      markdown: 'The Zephyr lamp costs 51 crowns.\n\nThe Borealis lamp costs 49 crowns.',
    },
  })
  const { canvasId } = message
  await call('shareCanvas', member.api, { body: { canvasId, share } })
  return canvasId
}

/** Selects words of the text, as a person does with the mouse. */
async function select(page: Page, words: string): Promise<void> {
  await text(page)
    .locator('p')
    .filter({ hasText: words })
    .evaluate((block, wanted) => {
      const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.textContent?.indexOf(wanted) ?? -1
        if (at < 0) continue
        ;(block.closest('.ProseMirror') as HTMLElement).focus()
        const selection = getSelection()
        selection?.setBaseAndExtent(node, at, node, at + wanted.length)
        return
      }
    }, words)
}

test('CANV-04 people discuss a passage: mention, answer, resolve, reopen; the words of a deleted passage stay', async ({
  page,
  context,
  member,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  test.slow()
  await keepSidebarOpen(context)
  const graces = await openBrowser()
  await joinTeamOf(member, graces.context, product)
  const canvasId = await create(member, 'comment')
  await page.goto(`/canvas/${canvasId}`)
  await expect(text(page)).toContainText('Zephyr')
  await select(page, 'Zephyr lamp')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  const field = panel(page).getByRole('textbox', { name: 'Your comment' })
  await expect(field).toBeFocused()
  await field.pressSequentially('<img src=x onerror=alert(1)> Too much? @Gra')
  await page.getByRole('option', { name: /Grace Hopper/ }).click()
  await picture(page, 'writing')
  await field.press('Control+Enter')
  await expect(threads(page)).toContainText('<img src=x onerror=alert(1)> Too much? @Grace Hopper')
  await expect(threads(page)).toContainText('Zephyr lamp')
  await expect(marks(page)).toHaveText('Zephyr lamp')
  await expect(threads(page)).not.toContainText('This text was deleted.')
  await picture(page, 'thread')
  await expectAccessible(page)

  // The notice of the mention opens the thread, which Grace may answer though she may not write the text.
  const grace = graces.page
  await grace.goto('/chat/new')
  await grace.getByRole('button', { name: /mention/i }).click()
  await grace.getByRole('dialog').getByRole('link').click()
  await expect(threads(grace)).toContainText('Too much?')
  await expect(text(grace)).toHaveAttribute('contenteditable', 'false')
  await threads(grace).getByRole('textbox', { name: 'Reply' }).fill('It is the price of last year.')
  await threads(grace).getByRole('button', { name: 'Reply' }).click()
  await expect(threads(page)).toContainText('It is the price of last year.')
  await select(grace, 'Borealis')
  await expect(grace.getByRole('button', { name: 'Comment', exact: true })).toBeVisible()

  // What others write before it moves no mark; a deleted passage keeps its words.
  await text(page).click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('Listen: ')
  await expect(text(grace)).toContainText('Listen:')
  await expect(marks(grace)).toHaveText('Zephyr lamp')
  await expect(marks(page)).toHaveText('Zephyr lamp')
  await select(page, 'Zephyr lamp')
  await page.keyboard.press('Delete')
  await expect(marks(page)).toHaveCount(0)
  for (const browser of [page, grace]) {
    await expect(threads(browser)).toContainText('This text was deleted.')
    await expect(threads(browser)).toContainText('Zephyr lamp')
  }
  await picture(page, 'deleted-passage')

  // Edited, resolved and reopened, deleted.
  const own = threads(grace).getByRole('listitem').filter({ hasText: 'last year' })
  await own.getByRole('button', { name: 'Edit comment' }).click()
  await threads(grace).getByRole('textbox', { name: 'Edit comment' }).fill('It is the price of this year.')
  await threads(grace).getByRole('button', { name: 'Save' }).click()
  await expect(threads(page)).toContainText('It is the price of this year.')
  await threads(page).getByRole('button', { name: 'Resolve' }).click()
  await expect(panel(grace)).toContainText('No open comments')
  await panel(grace).getByText('Resolved', { exact: true }).click()
  await picture(grace, 'resolved')
  await threads(grace).getByRole('button', { name: 'Reopen' }).click()
  await expect(threads(page)).toContainText('Too much?')
  const mine = threads(page).getByRole('listitem').filter({ hasText: 'Too much?' })
  await mine.getByRole('button', { name: 'Delete comment' }).click()
  await mine.getByRole('group').getByRole('button', { name: 'Delete comment' }).click()
  await expect(threads(page)).not.toContainText('Too much?')
  await expect(threads(page)).toContainText('of this year')
})

test('CANV-04 on a phone in Arabic, comments are in a sheet', async ({
  member,
  openBrowser,
  product,
  picture,
  expectAccessible,
}) => {
  const { page, context } = await openBrowser({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await context.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('atrium.language', '"ar"')
  })
  await joinTeamOf(member, context, product, { firstName: 'Layla', lastName: 'Haddad' })
  const canvasId = await create(member, 'comment')
  await call('beginCanvasThread', member.api, {
    params: { canvasId },
    body: { range: null, text: 'Is this the new list?' },
  })
  await page.goto(`/canvas/${canvasId}`)
  await page.getByRole('button', { name: 'سلسلة تعليقات واحدة' }).tap()
  const sheet = page.getByRole('dialog', { name: 'التعليقات' })
  await expect(sheet.getByRole('article')).toContainText('Is this the new list?')
  await sheet.getByRole('button', { name: 'رد' }).tap()
  await sheet.getByRole('textbox', { name: 'رد' }).fill('نعم')
  await sheet.getByRole('button', { name: 'رد', exact: true }).tap()
  await expect(sheet.getByRole('article')).toContainText('نعم')
  await picture(page, 'phone-arabic')
  await expectAccessible(page)
})
