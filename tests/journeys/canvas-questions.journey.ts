import type { CanvasId } from '@atrium/contract'
import { call } from '@atrium/testkit/api-client.ts'
import type { Page } from '@playwright/test'
import { answerEnds, ask, chatIdOf, composer, turns } from './support/conversation.ts'
import type { Member } from './support/people.ts'
import { keepSidebarOpen } from './support/rooms.ts'
import { joinTeamOf } from './support/team.ts'
import { expect, memberTest as test } from './support/test.ts'

const askAbout = async (page: Page) => {
  await page.getByRole('button', { name: 'Canvas options' }).click()
  await page.getByRole('menuitem', { name: 'Ask about this canvas' }).click()
}
const asked = (page: Page) => page.getByRole('list', { name: 'Canvases of the next question' })
async function create(member: Member, chatId?: `chat_${string}`): Promise<CanvasId> {
  const { message } = await call('createCanvas', member.api, {
    body: {
      title: chatId ? 'Notes' : 'Price list',
      roomId: member.roomId,
      markdown: 'The Zephyr lamp costs 51 crowns.',
      ...(chatId && { chatId }),
    },
  })
  return message.canvasId
}

test('CHAT-11 a canvas goes into a question, which shows it; others see its title only if they may open it', async ({
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
  const canvasId = await create(member)
  await page.goto(`/canvas/${canvasId}`)
  await askAbout(page)
  const chip = asked(page).getByRole('listitem')
  await expect(chip).toHaveText('Price list')
  await picture(page, 'asked')
  await expectAccessible(page)

  // Removed with the keyboard, and chosen again.
  await chip.getByRole('button', { name: 'Remove Price list from the question' }).focus()
  await page.keyboard.press('Enter')
  await expect(asked(page)).toHaveCount(0)
  await page.goto(`/canvas/${canvasId}`)
  await askAbout(page)
  await page.reload()
  await expect(chip).toHaveText('Price list')
  await ask(page, 'What does the lamp cost?')
  await answerEnds(page)
  await expect(asked(page)).toHaveCount(0)
  const ofQuestion = turns(page).last().getByRole('list', { name: 'Canvases of this question' })
  await expect(ofQuestion.getByRole('link', { name: 'Price list' })).toBeVisible()
  await picture(page, 'question')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Canvases of this chat' }).click()
  await expect(page.getByRole('menuitem', { name: 'Price list' })).toBeVisible()
  await page.keyboard.press('Escape')

  // A colleague who may not open the canvas.
  const chatId = await chatIdOf(page)
  await call('shareChat', member.api, { params: { chatId }, body: { share: 'read' } })
  const graces = await openBrowser()
  await joinTeamOf(member, graces.context, product)
  await graces.page.goto(`/chat/${chatId}`)
  const seen = turns(graces.page).last().getByRole('list', { name: 'Canvases of this question' })
  await expect(seen).toHaveText('A canvas that you can’t open')
  await expect(graces.page.getByText('Price list')).toHaveCount(0)
  await picture(graces.page, 'hidden')

  // Beside its chat, the canvas goes into the chat's next question.
  const notes = await create(member, chatId)
  await page.goto(`/canvas/${notes}`)
  await askAbout(page)
  await expect(asked(page)).toHaveText('Notes')
  await expect(composer(page)).toBeVisible()
  await picture(page, 'beside')
})

test('I18N-01 on a phone in Arabic, asking about a canvas opens its chat with the canvas chosen', async ({
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
  const layla = await joinTeamOf(member, context, product, { firstName: 'Layla', lastName: 'Haddad' })
  const canvasId = await create(layla)
  await page.goto(`/canvas/${canvasId}`)
  await page.getByRole('button', { name: 'خيارات اللوحة' }).tap()
  await page.getByRole('menuitem', { name: 'السؤال عن هذه اللوحة' }).tap()
  await expect(page.getByRole('list', { name: 'لوحات السؤال التالي' })).toHaveText('Price list')
  await picture(page, 'phone-arabic')
  await expectAccessible(page)
})
