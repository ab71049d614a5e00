import { AtriumProvider } from '@atrium/ui'
import '@atrium/ui/styles.css'
import { toast, Toasts } from '@atrium/ui/toasts/toasts.tsx'
import { notifications } from '@mantine/notifications'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'

const host = (
  <AtriumProvider direction="ltr" language="en">
    <Toasts />
  </AtriumProvider>
)

test('UI-01 a message that is already shown is not shown twice; an error is an alert', async () => {
  const screen = await render(host)
  const saved = { message: 'Saved', closeLabel: 'Close' } as const
  toast(saved)
  toast(saved)
  toast({ message: 'Not saved', tone: 'bad', closeLabel: 'Close' })
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Not saved')
  expect(screen.getByRole('status').elements()).toHaveLength(1)
  await userEvent.click(screen.getByRole('status').getByRole('button', { name: 'Close' }))
  await expect.element(screen.getByText('Saved', { exact: true })).not.toBeInTheDocument()
})

test('UI-01 the button of a toast acts once and closes it; the newest toast of an id replaces the others', async () => {
  const [first, second] = [vi.fn(), vi.fn()]
  const screen = await render(host)
  const deleted = (onClick: () => void, message: string) =>
    toast({ id: 'deleted', message, closeLabel: 'Close', action: { label: 'Undo', onClick } })
  deleted(first, 'One chat deleted')
  await expect.element(screen.getByText('One chat deleted')).toBeVisible()
  deleted(second, 'Two chats deleted')
  await expect.element(screen.getByText('Two chats deleted')).toBeVisible()
  await expect.element(screen.getByText('One chat deleted')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await expect.element(screen.getByText('Two chats deleted')).not.toBeInTheDocument()
  expect(second).toHaveBeenCalledOnce()
  expect(first).not.toHaveBeenCalled()
})

test('UI-01 at most five toasts show at once, each for five seconds; the next one follows', async () => {
  notifications.clean()
  const screen = await render(
    <>
      <p>Elsewhere</p>
      {host}
    </>,
  )
  // Toasts stay while the pointer is on one.
  await userEvent.hover(screen.getByText('Elsewhere'))
  const shown = () =>
    screen
      .getByText(/^Message \d$/)
      .elements()
      .map(({ textContent }) => textContent)
  for (const number of [1, 2, 3, 4, 5, 6]) toast({ message: `Message ${number}`, closeLabel: 'Close' })
  await expect.poll(() => shown()).toHaveLength(5)
  expect(shown()).not.toContain('Message 6')
  const startedMs = performance.now()
  await expect.poll(() => shown()).toEqual(['Message 6'])
  expect(performance.now() - startedMs).toBeGreaterThan(4000)
  expect(performance.now() - startedMs).toBeLessThan(9000)
})
