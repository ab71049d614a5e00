import type { Editor } from '@tiptap/core'
import { currentChange, decide, goToChange } from './suggestion-bar.tsx'
import { suggestionsIn } from './suggestion-view.ts'

/**
 * Keys for suggestions in the editor: Ctrl+Alt+Enter accepts the current one, Ctrl+Alt+Backspace refuses it, with Shift all of them;
 * Ctrl+Alt+Down and Up go to the next and the previous. True when it was such a key.
 */
export function handleSuggestionKey(editor: Editor, event: KeyboardEvent): boolean {
  if (!(event.ctrlKey || event.metaKey) || !event.altKey) return false
  const { changes } = suggestionsIn(editor.state)
  if (changes.length === 0) return false
  const current = currentChange(editor)
  const chosen = event.shiftKey ? changes : current ? [current] : []
  if (event.key === 'Enter') decide(editor, chosen, 'accept')
  else if (event.key === 'Backspace') decide(editor, chosen, 'refuse')
  else if (event.key === 'ArrowDown') goToChange(editor, 1)
  else if (event.key === 'ArrowUp') goToChange(editor, -1)
  else return false
  event.preventDefault()
  return true
}
