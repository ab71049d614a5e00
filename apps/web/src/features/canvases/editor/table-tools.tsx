import { ActionIcon, Menu } from '@mantine/core'
import { IconTableOptions } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { useTranslation } from '../../../lib/translate.ts'

const tableCommands = ['addRow', 'addColumn', 'deleteRow', 'deleteColumn', 'delete'] as const

/** Rows and columns of the table at the cursor. */
export function TableTools({ editor }: { editor: Editor }) {
  const { t } = useTranslation('canvases')
  const run = (command: (typeof tableCommands)[number]) => {
    const chain = editor.chain().focus()
    if (command === 'addRow') chain.addRowAfter().run()
    if (command === 'addColumn') chain.addColumnAfter().run()
    if (command === 'deleteRow') chain.deleteRow().run()
    if (command === 'deleteColumn') chain.deleteColumn().run()
    if (command === 'delete') chain.deleteTable().run()
  }
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('table.tools')}>
          <IconTableOptions size={17} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {tableCommands.map((command) => (
          <Menu.Item key={command} onClick={() => run(command)}>
            {t(`table.${command}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
