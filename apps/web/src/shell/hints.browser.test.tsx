import { IconRefresh } from '@tabler/icons-react'
import { AtriumProvider, Truncated } from '@atrium/ui'
import '@atrium/ui/styles.css'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'
import { ToolMenu } from '../lib/tools/tool-menu.tsx'

const tooltip = (name: string) => page.getByRole('tooltip', { name })

test('UI-02 an icon button shows its name on hover and keyboard focus; Escape hides it', async () => {
  await render(
    <AtriumProvider direction="ltr">
      <ToolButton label="Copy" icon={IconRefresh} />
      <ToolButton label="Rate" icon={IconRefresh} />
    </AtriumProvider>,
  )
  await expect.element(page.getByRole('button', { name: 'Copy' })).toBeVisible()
  await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument()
  await userEvent.hover(page.getByRole('button', { name: 'Copy' }))
  await expect.element(tooltip('Copy')).toBeVisible()
  await userEvent.hover(page.getByRole('button', { name: 'Rate' }))
  await expect.element(tooltip('Rate')).toBeVisible()
  await expect.element(tooltip('Copy')).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument()

  await userEvent.tab()
  await expect.element(tooltip('Copy')).toBeVisible()
  await userEvent.tab()
  await expect.element(tooltip('Rate')).toBeVisible()
})

test('a hint follows its text, disappears with its element, and describes elements with a different name', async () => {
  function Copying() {
    const [presses, setPresses] = useState(0)
    if (presses === 2) return <p>nothing</p>
    return (
      <ToolButton
        label={presses === 0 ? 'Copy' : 'Copied'}
        icon={IconRefresh}
        onClick={() => setPresses(presses + 1)}
      />
    )
  }
  await render(
    <AtriumProvider direction="ltr">
      <Copying />
      <Truncated text="A room with a rather long name indeed" limit={16} />
      <button type="button" data-hint="What it took">
        3 credits
      </button>
    </AtriumProvider>,
  )
  await userEvent.hover(page.getByRole('button', { name: 'Copy' }))
  await expect.element(tooltip('Copy')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Copy' }))
  await expect.element(tooltip('Copied')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Copied' }))
  await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument()

  await userEvent.hover(page.getByText('A room with a r…'))
  await expect.element(tooltip('A room with a rather long name indeed')).toBeVisible()

  const cost = page.getByRole('button', { name: '3 credits' })
  await userEvent.hover(cost)
  await expect.element(cost).toHaveAccessibleDescription('What it took')
  await userEvent.keyboard('{Escape}')
  await expect.element(cost).not.toHaveAccessibleDescription()
})

test('UI-02 a toolbar menu is rendered when opened, closes on its button, and returns the focus to it', async () => {
  const chosen: string[] = []
  await render(
    <AtriumProvider direction="ltr">
      <ToolMenu
        label="Regenerate"
        icon={IconRefresh}
        items={[
          { label: 'With the same model', icon: IconRefresh, onClick: () => chosen.push('same') },
          { label: 'With another', icon: IconRefresh, onClick: () => chosen.push('other') },
        ]}
      />
    </AtriumProvider>,
  )
  const button = page.getByRole('button', { name: 'Regenerate' })
  const menu = page.getByRole('menu', { name: 'Regenerate' })
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(button)
  await expect.element(menu).toBeVisible()
  await expect.element(button).toHaveAttribute('aria-expanded', 'true')
  await userEvent.click(button)
  await expect.element(menu).not.toBeInTheDocument()

  await userEvent.keyboard('{Enter}')
  await expect.element(menu).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(menu).not.toBeInTheDocument()
  expect(chosen).toEqual(['other'])
  await expect.element(button).toHaveFocus()

  await userEvent.click(button)
  await expect.element(menu).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
})
