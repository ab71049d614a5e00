import { canvasExtensions } from '@atrium/canvas'
import type { UserId } from '@atrium/contract'
import { styleNonce } from '@atrium/ui/style-nonce.ts'
import { tintOf } from '@atrium/ui/components/avatar.tsx'
import { Editor } from '@tiptap/core'
import { Collaboration } from '@tiptap/extension-collaboration'
import { CollaborationCaret } from '@tiptap/extension-collaboration-caret'
import { Placeholder } from '@tiptap/extensions'
import { Markdown } from '@tiptap/markdown'
import { BlockHandle } from '../blocks/block-handle.ts'
import { CodeHighlight } from '../code/code-highlight.ts'
import { CaretBlock } from '../blocks/caret-block.ts'
import { ContainerDirection } from './container-direction.ts'
import { FindMatches } from './find-matches.ts'
import { FormulaView, type FormulaWords } from '../formulas/formula-view.ts'
import { PictureView, type PictureViewOptions } from '../pictures/picture-view.ts'
import { CommentMarks } from '../comments/comment-marks.ts'
import { SuggestionView } from '../suggestions/suggestion-view.ts'
import { looksLikeMarkdown } from './looks-like-markdown.ts'
import { ReadSelectionFirst } from './read-selection.ts'
import type { CanvasSession } from './use-canvas-session.ts'

type EditorOptions = {
  host: HTMLElement
  session: CanvasSession
  user: { id: UserId; name: string }
  mayEdit: boolean
  label: string
  placeholder: string
  formulaWords: FormulaWords
  pictures: PictureViewOptions
  /** What the handle of a block does. */
  handleHint: string
  /** Handles keys before the editor does; true when it did. */
  onKeyDown: (event: KeyboardEvent) => boolean
}

/** Creates the editor of a connected canvas. The caller destroys it. */
export function createEditor({
  host,
  session: { doc, provider },
  user,
  mayEdit,
  label,
  placeholder,
  formulaWords,
  pictures,
  handleHint,
  onKeyDown,
}: EditorOptions): Editor {
  const editor: Editor = new Editor({
    element: host,
    editable: mayEdit,
    injectNonce: styleNonce(),
    textDirection: 'auto',
    extensions: [
      ...canvasExtensions(),
      Markdown,
      ReadSelectionFirst.configure({ provider }),
      Collaboration.configure({ document: doc }),
      CollaborationCaret.configure({
        provider,
        user: { ...user, color: tintOf(user.name)[1] },
        render: caretOf,
        selectionRender: ({ name }) => ({
          nodeName: 'span',
          class: 'others-selection',
          'data-user': String(name),
        }),
      }),
      Placeholder.configure({ placeholder }),
      CaretBlock,
      ContainerDirection,
      CodeHighlight,
      BlockHandle.configure({ hint: handleHint }),
      FindMatches,
      FormulaView.configure({ words: formulaWords }),
      PictureView.configure(pictures),
      SuggestionView,
      CommentMarks,
    ],
    editorProps: {
      attributes: {
        ...{ 'aria-label': label, role: 'textbox', 'aria-multiline': 'true', spellcheck: 'true' },
        // People who may only read it can scroll it by keyboard.
        tabindex: '0',
      },
      handleKeyDown: (_view, event) => onKeyDown(event),
      handlePaste(_view, event) {
        const { clipboardData } = event
        const text = clipboardData?.getData('text/plain') ?? ''
        if (clipboardData?.getData('text/html') || !looksLikeMarkdown(text) || isInCode(editor)) return false
        return editor.commands.insertContent(text, { contentType: 'markdown' })
      },
    },
  })
  return editor
}

const isInCode = (editor: Editor): boolean => editor.isActive('codeBlock') || editor.isActive('code')

/** Another person's cursor with their name. */
function caretOf({ name, color }: Record<string, unknown>): HTMLElement {
  const caret = document.createElement('span')
  caret.className = 'others-caret'
  if (typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color)) caret.style.setProperty('--caret', color)
  const label = document.createElement('span')
  label.className = 'others-name'
  label.textContent = typeof name === 'string' ? name : ''
  caret.append(label)
  return caret
}
