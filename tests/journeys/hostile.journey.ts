import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { TurnId } from '@atrium/contract'
import type { Page } from '@playwright/test'
import { call } from '@atrium/testkit/api-client.ts'
import {
  hostileDiagramTexts,
  hostileTexts,
} from '../../apps/web/src/features/conversation/testing/hostile-texts.ts'
import { answer, answerEnds, ask, chatIdOf, startChat, turns } from './support/conversation.ts'
import { joinTeamOf } from './support/team.ts'
import { expect, memberTest as test } from './support/test.ts'
import { replied } from './support/watch.ts'

declare global {
  interface Window {
    /** The flag that a payload sets when it runs. */
    hit?: unknown
    /** Elements that were in the conversation at any moment and must not be. */
    intruders: string[]
  }
}

/** Observes every change of the page, so that it also sees content that exists only for one frame. */
async function lookOut(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.intruders = []
    const forbidden =
      'script, style, link, meta, base, iframe, object, embed, form, template, video, audio, portal, [srcdoc], [srcset], [action], [background]'
    const look = (element: Element) => {
      if (element.closest('article') === null) return
      const hasHandler = [...element.attributes].some(({ name }) => name.startsWith('on'))
      const address = element.getAttribute('href')
      const isBadLink = address !== null && !/^(https?:|mailto:|#|\/)/i.test(address)
      const isRemote =
        element instanceof HTMLImageElement &&
        !['null', location.origin].includes(new URL(element.src).origin)
      if (isRemote || hasHandler || isBadLink || element.matches(forbidden))
        window.intruders.push(element.outerHTML)
    }
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue
          look(node)
          node.querySelectorAll('*').forEach(look)
        }
    }).observe(document, { subtree: true, childList: true })
  })
}

async function expectNothingHappened(page: Page): Promise<void> {
  expect(await page.evaluate(() => window.intruders)).toEqual([])
  expect(await page.evaluate(() => window.hit)).toBeUndefined()
}

/** The API refuses NUL, before anything could be shown. */
const withoutNul = (text: string) => text.replaceAll('\0', '')

/** As few questions as their limit allows. */
function questionsOf(texts: string[], maxCharacters = 12_000): string[] {
  return texts.reduce<string[]>((questions, text) => {
    const last = questions.at(-1)
    if (last === undefined || last.length + text.length > maxCharacters) return [...questions, text]
    return [...questions.slice(0, -1), `${last}\n\n${text}`]
  }, [])
}

test('X01 X05 L01 hostile texts in questions and answers do nothing, at no moment', async ({
  page,
  picture,
}) => {
  test.slow()
  await lookOut(page)
  await startChat(page, 'Sandbox Quick')
  for (const [index, text] of questionsOf(hostileTexts.map(withoutNul)).entries())
    await test.step(`question ${index + 1}`, async () => {
      await ask(page, `echo: ${text} [[sandbox:rate=max${index % 2 === 0 ? ',split-characters' : ''}]]`)
      await expect(turns(page)).toHaveCount(index + 1)
      await answerEnds(page)
      await expectNothingHappened(page)
    })
  await picture(page, 'hostile')
  await page.reload()
  await expect(turns(page).last()).toBeVisible()
  await answerEnds(page)
  await expectNothingHappened(page)
})

test('X03 hostile diagrams do nothing', async ({ page, picture }) => {
  await lookOut(page)
  await startChat(page, 'Sandbox Quick')
  await ask(page, `echo: ${hostileDiagramTexts.join('\n\n')} [[sandbox:rate=max]]`)
  await answerEnds(page)
  const figures = answer(page).locator('figure, [role=img]').filter({ visible: true })
  await expect(figures.first()).toBeVisible()
  // A diagram that scrolls into view replaces its source.
  for (let seen = 0; seen < (await figures.count()); seen++)
    await expect(() => figures.nth(seen).scrollIntoViewIfNeeded({ timeout: 1_000 })).toPass()
  await picture(page, 'diagrams')
  await expectNothingHappened(page)
})

test('L01 a remote image shows its host and is not loaded automatically', async ({ page, picture }) => {
  await startChat(page, 'Sandbox Quick')
  await ask(
    page,
    'echo: Here it is: ![The chart](https://canary.example/p.png?secret=42) and a [link](https://canary.example/).',
  )
  await answerEnds(page)
  await expect(answer(page).getByText('Image from canary.example')).toBeVisible()
  const link = answer(page).getByRole('link', { name: 'link' })
  await expect(link).toHaveAttribute('rel', /noopener|noreferrer/)
  await picture(page, 'remote-image')
})

test('X01 names and titles are rendered as text everywhere', async ({ page, member, picture }) => {
  const payload = '<img src=x onerror="window.hit=1">"\'><script>window.hit=1</script>{{7*7}}'
  await call('changeUser', member.api, { body: { firstName: payload.slice(0, 60) } })
  await call('changeAccount', member.api, {
    params: { id: member.accountId },
    body: { name: payload.slice(0, 60) },
  })
  await lookOut(page)
  await page.goto('/accounts')
  await page
    .getByRole('button', { name: payload.slice(0, 20) })
    .first()
    .click()
  await ask(page, 'What is 1 + 1?')
  await answerEnds(page)
  const chatId = await chatIdOf(page)
  await call('changeChat', member.api, { params: { chatId }, body: { chatTitle: payload } })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(payload)
  await page.getByRole('button', { name: 'Expand the sidebar' }).click()
  await picture(page, 'names')
  await page.goto('/chat-history')
  await expect(page.getByText(payload.slice(0, 30)).first()).toBeVisible()
  await picture(page, 'history')
  await expectNothingHappened(page)
  expect(await page.locator('#root script, #root img[src="x"]').count()).toBe(0)
})

/** As few texts of this length as their lines fit in. */
const packed = (texts: readonly string[], maxCharacters: number): string[] =>
  texts.reduce<string[]>((packs, text) => {
    const last = packs.at(-1)
    if (last === undefined || last.length + text.length >= maxCharacters) return [...packs, text]
    return [...packs.slice(0, -1), `${last} ${text}`]
  }, [])

test('X01 CANV-04 LIB-02 comments on canvases and titles of canvases and templates are rendered as text everywhere', async ({
  page,
  member,
  picture,
}) => {
  test.slow()
  const titles = packed(
    hostileTexts.filter((text) => /^<[^\p{Cc}]{1,117}$/u.test(text)),
    120,
  )
  const comments = questionsOf(hostileTexts.map(withoutNul), 4_000)
  const canvases = []
  for (const title of titles) {
    const { message } = await call('createCanvas', member.api, {
      body: { title, roomId: member.roomId, markdown: 'First.' },
    })
    canvases.push(message)
    await call('createPrompt', member.api, { body: { title, promptText: `${title} #{it}#` } })
  }
  const [canvas] = canvases
  if (!canvas) throw new Error('No title is hostile.')
  const params = { canvasId: canvas.canvasId }
  for (const text of comments)
    await call('beginCanvasThread', member.api, { params, body: { range: null, text } })
  const expectText = async (name: string) => {
    await picture(page, name)
    await expectNothingHappened(page)
    expect(
      await page
        .locator('#root')
        .locator(
          'script, iframe, object, embed, base, form[action], portal, img[src="x"], [onerror], [onload]',
        )
        .count(),
    ).toBe(0)
    expect(await page.locator('#root a[href^="javascript:" i], #root a[href^="data:" i]').count()).toBe(0)
  }

  await lookOut(page)
  await page.goto('/canvas')
  for (const title of titles.slice(-3)) await expect(page.getByText(title).first()).toBeVisible()
  await expectText('titles of canvases')
  await page.goto('/question-library/mine')
  for (const title of titles.slice(-3)) await expect(page.getByText(title).first()).toBeVisible()
  await expectText('titles of templates')
  await page.goto(`/canvas/${canvas.canvasId}`)
  await page.getByRole('button', { name: `${comments.length} comment threads` }).click()
  const threads = page.getByRole('complementary', { name: 'Comments' }).getByRole('article')
  await expect(threads).toHaveCount(comments.length)
  // Long threads take no room from what is above them.
  const shown = page.getByRole('radiogroup', { name: 'Comments shown' })
  await shown.scrollIntoViewIfNeeded()
  expect((await shown.boundingBox())?.height).toBeGreaterThan(24)
  await expectText('comments')
})

test('X07 names of files and words of refusals are text, chosen, refused and failed', async ({
  page,
  member: _member,
  picture,
  watched,
}) => {
  watched.expectProblems(replied(500))
  const payload = '<img src=x onerror="window.hit=1">{{7*7}}'
  const buffer = readFileSync(path.join(import.meta.dirname, 'support/logo.png'))
  await lookOut(page)
  await startChat(page, 'Sandbox Quick')
  const tiles = page.getByRole('list', { name: 'Files for your question' })
  const choose = (content: Buffer) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: `${payload}.png`, mimeType: 'image/png', buffer: content })
  const remove = () => tiles.getByRole('button', { name: `Remove ${payload}.png` }).click()

  await choose(Buffer.from('no picture'))
  await expect(tiles.getByRole('alert')).toBeVisible()
  await picture(page, 'refused')
  await remove()
  // A man in the middle: the page doesn't show the text of its error as it is.
  const json = { isError: true, statusCode: 500, code: payload, message: payload }
  const places = ['**/api/attachments/generate-presigned-url*', '**/stream/answer']
  for (const place of places) await page.route(place, (route) => route.fulfill({ status: 500, json }))
  await choose(buffer)
  await expect(tiles.getByRole('alert')).toBeVisible()
  await remove()
  await ask(page, payload)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.getByText('Something went wrong')).toBeVisible()
  await picture(page, 'failed')
  await expectNothingHappened(page)
  expect(await page.locator('#root script, #root img[src="x"]').count()).toBe(0)
})

test('X01 X05 L01 L03 hostile texts in a shared chat and in its link do nothing in the browsers of others', async ({
  page,
  member,
  product,
  openBrowser,
  picture,
}) => {
  test.slow()
  const [colleague, stranger] = [await openBrowser(), await openBrowser()]
  await joinTeamOf(member, colleague.context, product)
  await call('changeAccountSettings', member.api, {
    params: { id: member.accountId },
    body: { allowsPublicLinks: true },
  })
  for (const browser of [page, colleague.page, stranger.page]) await lookOut(browser)
  await startChat(page, 'Sandbox Quick')
  const questions = questionsOf(hostileTexts.map(withoutNul))
  for (const [index, text] of questions.entries()) {
    await ask(page, `echo: ${text} [[sandbox:rate=max]]`)
    await expect(turns(page)).toHaveCount(index + 1)
    await answerEnds(page)
  }
  const chatId = await chatIdOf(page)
  await call('shareChat', member.api, { params: { chatId }, body: { share: 'open' } })
  const { message: chat } = await call('getChat', member.api, { params: { chatId } })
  const turnId = chat.turns.at(-1)?.turnId as TurnId
  const { message: made } = await call('createChatLink', member.api, {
    params: { chatId },
    body: { turnId, audience: 'anyone' },
  })

  await colleague.page.goto(`/chat/${chatId}`)
  await answerEnds(colleague.page)
  await expectNothingHappened(colleague.page)
  await picture(colleague.page, 'hostile-shared')
  const outside: string[] = []
  stranger.page.on('request', (request) => {
    if (!request.url().startsWith(product.url) && !request.url().startsWith('data:'))
      outside.push(request.url())
  })
  await stranger.page.goto(new URL(made.url).pathname)
  await expect(stranger.page.getByRole('article').last()).toBeVisible()
  await expectNothingHappened(stranger.page)
  await picture(stranger.page, 'hostile-link')
  expect(outside).toEqual([])
})
