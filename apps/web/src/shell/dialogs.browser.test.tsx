import { AtriumProvider, ConfirmDialog, Dialog } from '@atrium/ui'
import '@atrium/ui/styles.css'
import { Menu } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'

const show = (children: ReactNode) =>
  render(
    <AtriumProvider direction="ltr" language="en" env="test">
      {children}
    </AtriumProvider>,
  )

type OpeningProps = { isKept: boolean; hasMenu?: boolean }

/** A button or menu item that opens a dialog: one that stays mounted while closed, or one that is mounted only while open. */
function Opening({ isKept, hasMenu = false }: OpeningProps) {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  const close = () => setOpen(false)
  return (
    <>
      {hasMenu ? (
        <Menu>
          <Menu.Target>
            <button type="button">More</button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={open}>Rename</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : (
        <button type="button" onClick={open}>
          Rename
        </button>
      )}
      {isKept ? (
        <ConfirmDialog
          opened={isOpen}
          title="New name"
          confirmLabel="Yes"
          cancelLabel="No"
          onConfirm={close}
          onClose={close}
        >
          Really?
        </ConfirmDialog>
      ) : (
        isOpen && (
          <Dialog opened title="New name" onClose={close} closeButtonProps={{ 'aria-label': 'Close' }}>
            <input aria-label="Name" />
          </Dialog>
        )
      )}
    </>
  )
}

test.each([{ isKept: true }, { isKept: false }])(
  'UI-02 a dialog ($isKept) returns the focus to the button that opened it, including the first time',
  async (opening) => {
    const screen = await show(<Opening {...opening} />)
    const button = screen.getByRole('button', { name: 'Rename' })
    for (let time = 1; time <= 2; time++) {
      await button.click()
      const dialog = screen.getByRole('dialog', { name: 'New name' })
      await expect.element(dialog).toBeVisible()
      await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true)
      await userEvent.keyboard('{Escape}')
      await expect.element(dialog).not.toBeInTheDocument()
      await expect.element(button).toHaveFocus()
    }
  },
)

test.each([{ isKept: true }, { isKept: false }])(
  "UI-02 a dialog ($isKept) opened from a menu returns the focus to the menu's button",
  async (opening) => {
    const screen = await show(<Opening {...opening} hasMenu />)
    await screen.getByRole('button', { name: 'More' }).click()
    await screen.getByRole('menuitem', { name: 'Rename' }).click()
    const dialog = screen.getByRole('dialog', { name: 'New name' })
    await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true)
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'More' })).toHaveFocus()
  },
)

test('UI-02 a confirmation is one dialog named by its title, with the focus on the safe button', async () => {
  const screen = await show(<Opening isKept />)
  await screen.getByRole('button', { name: 'Rename' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'New name' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'No' }).last()).toHaveFocus()
  expect(document.querySelectorAll('[role=dialog], [role=alertdialog]')).toHaveLength(1)
})
