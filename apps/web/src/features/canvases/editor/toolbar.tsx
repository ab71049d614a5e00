import { ToolButton } from '@atrium/ui/components/tool-button.tsx'
import { ActionIcon, Button, Menu, Popover, TextInput } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBold,
  IconCode,
  IconItalic,
  IconLink,
  IconSearch,
  IconStrikethrough,
  IconTableOptions,
} from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { blockCommands } from './commands.ts'
import { isAllowedLink } from '@atrium/canvas'
import { useEditorState } from './use-editor-state.ts'
import styles from './editor.module.css'

const marks = [
  { name: 'bold', icon: IconBold, run: (editor: Editor) => editor.chain().focus().toggleBold().run() },
  { name: 'italic', icon: IconItalic, run: (editor: Editor) => editor.chain().focus().toggleItalic().run() },
  {
    name: 'strike',
    icon: IconStrikethrough,
    run: (editor: Editor) => editor.chain().focus().toggleStrike().run(),
  },
  { name: 'code', icon: IconCode, run: (editor: Editor) => editor.chain().focus().toggleCode().run() },
] as const

/** Formatting of the selected text; scrolls sideways where it doesn't fit. */
export function Toolbar({ editor, onFind }: { editor: Editor; onFind: () => void }) {
  const { t } = useTranslation('canvases')
  useEditorState(editor)
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t('tools.label')}>
      <ToolButton
        label={t('tool.undo')}
        icon={IconArrowBackUp}
        disabled={!editor.can().undo()}
        onClick={() => editor.chain().focus().undo().run()}
      />
      <ToolButton
        label={t('tool.redo')}
        icon={IconArrowForwardUp}
        disabled={!editor.can().redo()}
        onClick={() => editor.chain().focus().redo().run()}
      />
      <span className={styles.divider} />
      {marks.map(({ name, icon, run }) => (
        <ToolButton
          key={name}
          label={t(`tool.${name}`)}
          icon={icon}
          pressed={editor.isActive(name)}
          onClick={() => run(editor)}
        />
      ))}
      <LinkTool editor={editor} />
      <span className={styles.divider} />
      {blockCommands.map(({ name, icon, run, isActive }) => (
        <ToolButton
          key={name}
          label={t(`tool.${name}`)}
          icon={icon}
          pressed={name === 'rule' ? undefined : isActive(editor)}
          onClick={() => run(editor)}
        />
      ))}
      {editor.isActive('table') && <TableTools editor={editor} />}
      <span className={styles.divider} />
      <ToolButton label={t('find.open')} icon={IconSearch} onClick={onFind} />
    </div>
  )
}

function LinkTool({ editor }: { editor: Editor }) {
  const { t } = useTranslation('canvases')
  const [isOpen, setOpen] = useState(false)
  const [address, setAddress] = useState('')
  const [isInvalid, setInvalid] = useState(false)
  const open = () => {
    setAddress(String(editor.getAttributes('link')['href'] ?? ''))
    setInvalid(false)
    setOpen(true)
  }
  const save = () => {
    const href = address.trim()
    if (!isAllowedLink(href)) return setInvalid(true)
    const chain = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && !editor.isActive('link'))
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
    setOpen(false)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus position="bottom-start">
      <Popover.Target>
        <ToolButton
          label={t('tool.link')}
          icon={IconLink}
          pressed={editor.isActive('link')}
          aria-haspopup="dialog"
          onClick={open}
        />
      </Popover.Target>
      <Popover.Dropdown>
        <form
          className={styles.linkForm}
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
        >
          <TextInput
            label={t('link.label')}
            dir="ltr"
            data-autofocus
            placeholder="https://"
            value={address}
            error={isInvalid && t('link.invalid')}
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
          <div className={styles.linkButtons}>
            {editor.isActive('link') && (
              <Button
                variant="default"
                size="sm"
                onClick={() => {
                  editor.chain().focus().extendMarkRange('link').unsetLink().run()
                  setOpen(false)
                }}
              >
                {t('link.remove')}
              </Button>
            )}
            <Button type="submit" size="sm">
              {t('link.save')}
            </Button>
          </div>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

const tableCommands = ['addRow', 'addColumn', 'deleteRow', 'deleteColumn', 'delete'] as const

function TableTools({ editor }: { editor: Editor }) {
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
