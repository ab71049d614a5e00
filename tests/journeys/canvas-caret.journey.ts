import { call } from '@atrium/testkit/api-client.ts'
import type { Page } from '@playwright/test'
import { createRelativePositionFromTypeIndex, relativePositionToJSON, XmlElement, XmlText } from 'yjs'
import { type OpenedCanvas, openOverSocket } from '../../apps/server/src/canvases/canvases-for-tests.ts'
import { expect, memberTest as test } from './support/test.ts'

type HeldMessages = {
  hold(): void
  /** Whether a held message matches. */
  has(pattern: RegExp): boolean
  release(): void
  /** Lets the browser report changes of the selection again. */
  report(): void
}
declare global {
  interface Window {
    messages: HeldMessages
  }
}

/** Lets a test hold back what arrives over sockets, and release it at a moment of its choice. */
function holdMessages(): void {
  const held: { text: string; deliver(): void }[] = []
  let isHeld = false
  const listen = EventTarget.prototype.addEventListener
  WebSocket.prototype.addEventListener = function (this: WebSocket, ...[type, listener, options]: unknown[]) {
    const receive = listener as (event: Event) => void
    const later = (event: Event) => {
      if (!isHeld) return receive(event)
      const text = new TextDecoder().decode((event as MessageEvent<ArrayBuffer>).data)
      held.push({ text, deliver: () => receive(event) })
    }
    listen.call(this, type as string, type === 'message' ? later : receive, options as boolean)
  }
  window.messages = {
    hold: () => void (isHeld = true),
    has: (pattern) => held.some(({ text }) => pattern.test(text)),
    release() {
      isHeld = false
      for (const { deliver } of held.splice(0)) deliver()
    },
    report: () => undefined,
  }
}

const paragraph = (page: Page, index: number) =>
  page.getByRole('textbox', { name: 'Text of the canvas' }).getByRole('paragraph').nth(index)

/** Where a text begins, as cursors are shared. */
function cursorAt({ doc }: OpenedCanvas, index: number) {
  const node = doc.getXmlFragment('default').get(index)
  const text = node instanceof XmlElement ? node.get(0) : null
  if (!(text instanceof XmlText)) throw new Error('This is not a paragraph with text.')
  const position = relativePositionToJSON(createRelativePositionFromTypeIndex(text, 3))
  return { anchor: position, head: position }
}

const arrivals = [
  {
    name: 'change',
    message: /Added by a colleague/,
    shown: 'p:text("Added by a colleague.")',
    act: (colleague: OpenedCanvas) => colleague.write('Added by a colleague.'),
  },
  {
    name: 'cursor',
    message: /Colleague.*"cursor":\{/,
    shown: '.others-name',
    act: (colleague: OpenedCanvas) => colleague.provider.setAwarenessField('cursor', cursorAt(colleague, 2)),
  },
]
for (const { name, message, shown, act } of arrivals)
  test(`CANV-02 the caret stays where it was put while a colleague's ${name} arrives`, async ({
    page,
    context,
    member,
  }) => {
    await context.addInitScript(holdMessages)
    const { message: canvas } = await call('createCanvas', member.api, {
      body: { title: 'Caret', roomId: member.roomId, markdown: 'First.\n\nSecond.\n\nThird.' },
    })
    await page.goto(`/canvas/${canvas.canvasId}`)
    await expect(paragraph(page, 2)).toHaveText('Third.')
    const colleague = openOverSocket(member, canvas.canvasId)
    await expect.poll(() => colleague.isReady()).toBe(true)
    const { message: info } = await call('getUserInfo', member.api)
    colleague.provider.setAwarenessField('user', { id: info.user_id, name: 'Colleague', color: '#123456' })
    await paragraph(page, 1).click()
    await page.keyboard.press('End')
    await page.keyboard.type(' More.')
    await expect(paragraph(page, 1)).toHaveText('Second. More.')
    await expect.poll(() => colleague.texts()).toContain('Second. More.')

    await page.evaluate(() => window.messages.hold())
    act(colleague)
    await expect.poll(() => page.evaluate((pattern) => window.messages.has(pattern), message)).toBe(true)
    // The caret moves as after a click, and the browser reports that only after the message has been shown.
    await paragraph(page, 0).evaluate((element) => {
      const late = (event: Event) => event.isTrusted && event.stopImmediatePropagation()
      addEventListener('selectionchange', late, { capture: true })
      getSelection()?.collapse(element.firstChild, 0)
      window.messages.release()
      window.messages.report = () => removeEventListener('selectionchange', late, { capture: true })
    })
    await expect(page.locator(shown)).toBeVisible()
    await page.evaluate(() => window.messages.report())
    await page.keyboard.type('Here: ')
    await expect(paragraph(page, 0)).toHaveText('Here: First.')
    await expect(paragraph(page, 1)).toHaveText('Second. More.')
    colleague.close()
  })
