import { ToolButton } from '@atrium/ui/components/tool-button.tsx'
import { Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBold,
  IconCode,
  IconDots,
  IconItalic,
  IconSearch,
  IconStrikethrough,
} from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { yUndoPluginKey } from '@tiptap/y-tiptap'
import { useRef } from 'react'
import type { UndoManager } from 'yjs'
import { useTranslation } from '../../../lib/translate.ts'
import { CodeTools, codeToolsWidth, languageAtCaret } from '../code/code-tools.tsx'
import { type BlockCommand, blockCommands } from './commands.ts'
import { LinkTool } from './link-tool.tsx'
import { TableTools } from './table-tools.tsx'
import { useEditorState } from './use-editor-state.ts'
import { useFittingCount } from './use-fitting-count.ts'
import styles from './editor.module.css'

type Tool = {
  name: 'bold' | 'italic' | 'strike' | 'code' | BlockCommand['name']
  icon: typeof IconBold
  run: (editor: Editor) => void
  isActive?: BlockCommand['isActive']
}

const marks: readonly Tool[] = [
  {
    name: 'bold',
    icon: IconBold,
    run: (editor) => editor.chain().focus().toggleBold().run(),
    isActive: (editor) => editor.isActive('bold'),
  },
  {
    name: 'italic',
    icon: IconItalic,
    run: (editor) => editor.chain().focus().toggleItalic().run(),
    isActive: (editor) => editor.isActive('italic'),
  },
  {
    name: 'strike',
    icon: IconStrikethrough,
    run: (editor) => editor.chain().focus().toggleStrike().run(),
    isActive: (editor) => editor.isActive('strike'),
  },
  {
    name: 'code',
    icon: IconCode,
    run: (editor) => editor.chain().focus().toggleCode().run(),
    isActive: (editor) => editor.isActive('code'),
  },
]
const tools: readonly Tool[] = [...marks, ...blockCommands]

/** How many changes can be undone and redone. Calling `can()` would create every command of the editor, at each key. */
function historyOf({ state }: Editor): { undoable: number; redoable: number } {
  const { undoManager } = (yUndoPluginKey.getState(state) ?? {}) as { undoManager?: UndoManager }
  return {
    undoable: undoManager?.undoStack.length ?? 0,
    redoable: undoManager?.redoStack.length ?? 0,
  }
}

/** The state of the text that the toolbar shows. */
const statesOf = (editor: Editor): string => {
  const { undoable, redoable } = historyOf(editor)
  return [
    undoable > 0,
    redoable > 0,
    editor.isActive('table'),
    languageAtCaret(editor),
    editor.isActive('link'),
    ...tools.map(({ isActive }) => isActive?.(editor)),
  ].join()
}

/** Widths of the tools, and of those that are always there: undo, redo, link, find, a table's, more. */
const sizes = () => {
  const item = matchMedia('(pointer: coarse)').matches ? 46 : 36
  return { item, taken: 6 * item + 56 }
}

/** The same with the language of a code block. */
const sizesInCode = () => {
  const { item, taken } = sizes()
  return { item, taken: taken + codeToolsWidth }
}

/** Formatting of the selected text. What doesn't fit is in a menu. */
export function Toolbar({ editor, onFind }: { editor: Editor; onFind: () => void }) {
  const { t } = useTranslation('canvases')
  useEditorState(editor, statesOf)
  const { undoable, redoable } = historyOf(editor)
  const row = useRef<HTMLDivElement>(null)
  const language = languageAtCaret(editor)
  const count = useFittingCount(row, {
    count: tools.length,
    sizes: language === null ? sizes : sizesInCode,
  })
  const [shown, hidden] = [tools.slice(0, count), tools.slice(count)]
  return (
    <div ref={row} className={styles.toolbar} role="toolbar" aria-label={t('tools.label')}>
      <ToolButton
        label={t('tool.undo')}
        icon={IconArrowBackUp}
        disabled={undoable === 0}
        onClick={() => editor.chain().focus().undo().run()}
      />
      <ToolButton
        label={t('tool.redo')}
        icon={IconArrowForwardUp}
        disabled={redoable === 0}
        onClick={() => editor.chain().focus().redo().run()}
      />
      <span className={styles.divider} />
      <LinkTool editor={editor} />
      {shown.map(({ name, icon, run, isActive }) => (
        <ToolButton
          key={name}
          label={t(`tool.${name}`)}
          icon={icon}
          pressed={isActive?.(editor)}
          onClick={() => run(editor)}
        />
      ))}
      {hidden.length > 0 && <MoreTools editor={editor} tools={hidden} />}
      {editor.isActive('table') && <TableTools editor={editor} />}
      {language !== null && <CodeTools editor={editor} language={language} />}
      <span className={styles.divider} />
      <ToolButton label={t('find.open')} icon={IconSearch} onClick={onFind} />
    </div>
  )
}

/** The tools that don't fit. */
function MoreTools({ editor, tools: hidden }: { editor: Editor; tools: readonly Tool[] }) {
  const { t } = useTranslation(['canvases', 'canvasWork'])
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ToolButton label={t('canvasWork:moreTools')} icon={IconDots} aria-haspopup="menu" />
      </Menu.Target>
      <Menu.Dropdown>
        {hidden.map(({ name, icon: Icon, run, isActive }) => (
          <Menu.Item
            key={name}
            leftSection={<Icon size={16} stroke={1.7} aria-hidden="true" />}
            {...(isActive && { role: 'menuitemcheckbox', 'aria-checked': isActive(editor) })}
            onClick={() => run(editor)}
          >
            {t(`tool.${name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
