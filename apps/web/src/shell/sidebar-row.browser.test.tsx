import { AtriumProvider } from '@atrium/ui'
import { SidebarRow } from '@atrium/ui/components/sidebar-row.tsx'
import '@atrium/ui/styles.css'
import { IconDots } from '@tabler/icons-react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ToolMenu } from '../lib/tools/tool-menu.tsx'

const rename = { label: 'Rename', icon: IconDots, onClick: () => {} }

/** Two rows with a menu each, and a button below. Menus are in the body, as in the product: a test environment has them in the row. */
const rows = (direction: 'ltr' | 'rtl' = 'ltr') => (
  <AtriumProvider direction={direction} language="en" env="default">
    <div dir={direction} style={{ inlineSize: 240 }}>
      {['First', 'Second'].map((name) => (
        <SidebarRow
          key={name}
          className={undefined}
          tools={<ToolMenu label={`Options of ${name}`} icon={IconDots} items={[rename]} />}
        >
          <button type="button">{name}</button>
        </SidebarRow>
      ))}
      <button type="button" style={{ marginBlockStart: 240 }}>
        Elsewhere
      </button>
    </div>
  </AtriumProvider>
)
const options = (name: string) => page.getByRole('button', { name: `Options of ${name}` })
const areShown = (name: string) =>
  options(name).element().parentElement?.checkVisibility({ opacityProperty: true })

test('NAV-13 the tools of a row show on hover and with the focus in the row, those of others do not', async () => {
  await render(rows())
  const elsewhere = page.getByRole('button', { name: 'Elsewhere' })
  await userEvent.hover(elsewhere)
  expect([areShown('First'), areShown('Second')]).toEqual([false, false])
  await userEvent.hover(page.getByRole('button', { name: 'First' }))
  expect([areShown('First'), areShown('Second')]).toEqual([true, false])
  await userEvent.hover(elsewhere)
  expect(areShown('First')).toBe(false)
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'First' })).toHaveFocus()
  expect(areShown('First')).toBe(true)
  await userEvent.tab()
  await expect.element(options('First')).toHaveFocus()
  await userEvent.tab()
  expect([areShown('First'), areShown('Second')]).toEqual([false, true])
})

test('the tools of a row stay while their menu is open and the pointer is elsewhere', async () => {
  await render(rows())
  await userEvent.hover(page.getByRole('button', { name: 'Second' }))
  await userEvent.click(options('Second'))
  const item = page.getByRole('menuitem', { name: 'Rename' })
  await expect.element(item).toBeVisible()
  await userEvent.hover(item)
  await expect.poll(() => options('Second').element().matches(':focus')).toBe(false)
  expect([areShown('First'), areShown('Second')]).toEqual([false, true])
  await userEvent.keyboard('{Escape}')
  await expect.element(item).not.toBeInTheDocument()
  await expect.element(options('Second')).toHaveFocus()
  await userEvent.hover(page.getByRole('button', { name: 'Elsewhere' }))
  await userEvent.tab()
  expect(areShown('Second')).toBe(false)
})

test.each([
  ['ltr', 'right'],
  ['rtl', 'left'],
] as const)(
  'I18N-01 in %s the tools are at the row’s %s end, as high as the row',
  async (direction, side) => {
    await render(rows(direction))
    const tools = options('First').element().parentElement
    const row = tools?.parentElement
    if (!tools || !row) throw new Error('The tools are in a row.')
    const [inner, outer] = [tools.getBoundingClientRect(), row.getBoundingClientRect()]
    expect(inner[side]).toBe(outer[side])
    expect(inner.height).toBe(outer.height)
    expect(inner.width).toBeLessThan(outer.width / 2)
  },
)
