import type { Editor } from '@tiptap/core'
import {
  IconBlockquote,
  IconH1,
  IconH2,
  IconH3,
  IconLetterT,
  IconList,
  IconListCheck,
  IconListNumbers,
  IconMathFunction,
  IconPhoto,
  IconSeparatorHorizontal,
  IconSourceCode,
  IconSum,
  IconTable,
} from '@tabler/icons-react'
import { pictureWanted } from '../pictures/insert-picture.ts'
import { insertFormula } from '../formulas/insert-formula.ts'

/** A kind of block that the toolbar and the slash menu offer. */
export type BlockCommand = {
  name:
    | 'paragraph'
    | 'heading1'
    | 'heading2'
    | 'heading3'
    | 'bulletList'
    | 'orderedList'
    | 'taskList'
    | 'quote'
    | 'codeBlock'
    | 'table'
    | 'picture'
    | 'formula'
    | 'formulaBlock'
    | 'rule'
  icon: typeof IconList
  /** Words that find it in the slash menu, in addition to its name. */
  keywords: string
  run: (editor: Editor) => void
  /** Omitted for commands that can't be toggled. */
  isActive?: (editor: Editor) => boolean
}

const heading = (level: 1 | 2 | 3, icon: typeof IconList): BlockCommand => ({
  name: `heading${level}`,
  icon,
  keywords: `h${level} title`,
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
  isActive: (editor) => editor.isActive('heading', { level }),
})

export const blockCommands: readonly BlockCommand[] = [
  {
    name: 'paragraph',
    icon: IconLetterT,
    keywords: 'text p',
    run: (editor) => editor.chain().focus().setParagraph().run(),
    isActive: (editor) => editor.isActive('paragraph'),
  },
  heading(1, IconH1),
  heading(2, IconH2),
  heading(3, IconH3),
  {
    name: 'bulletList',
    icon: IconList,
    keywords: 'ul list',
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    isActive: (editor) => editor.isActive('bulletList'),
  },
  {
    name: 'orderedList',
    icon: IconListNumbers,
    keywords: 'ol list number',
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    isActive: (editor) => editor.isActive('orderedList'),
  },
  {
    name: 'taskList',
    icon: IconListCheck,
    keywords: 'todo check',
    run: (editor) => editor.chain().focus().toggleTaskList().run(),
    isActive: (editor) => editor.isActive('taskList'),
  },
  {
    name: 'quote',
    icon: IconBlockquote,
    keywords: 'quote',
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    isActive: (editor) => editor.isActive('blockquote'),
  },
  {
    name: 'codeBlock',
    icon: IconSourceCode,
    keywords: 'code pre',
    run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
    isActive: (editor) => editor.isActive('codeBlock'),
  },
  {
    name: 'table',
    icon: IconTable,
    keywords: 'table grid',
    run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    isActive: (editor) => editor.isActive('table'),
  },
  {
    name: 'picture',
    icon: IconPhoto,
    keywords: 'image photo img',
    run: (editor) => pictureWanted.emit(editor),
  },
  {
    name: 'formula',
    icon: IconMathFunction,
    keywords: 'math tex latex equation $',
    run: (editor) => insertFormula(editor, false),
  },
  {
    name: 'formulaBlock',
    icon: IconSum,
    keywords: 'math tex latex equation $$',
    run: (editor) => insertFormula(editor, true),
  },
  {
    name: 'rule',
    icon: IconSeparatorHorizontal,
    keywords: 'hr line rule',
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
]
