/** The global action of a key press; null if the page handles it. */
export type Shortcut = 'palette' | 'new-chat' | 'outline' | 'find' | 'shortcuts'

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'isComposing'>

/**
 * Reads a key press (NAV-13). A single character is text in an editable field; letters are compared by physical key, so that keyboards for
 * other scripts work too.
 */
export function shortcutOf(press: Press, isWriting: boolean, code: string): Shortcut | null {
  if (press.isComposing || press.altKey) return null
  const isCommand = press.ctrlKey !== press.metaKey
  const isKey = (letter: string) =>
    press.key.toLowerCase() === letter || code === `Key${letter.toUpperCase()}`
  if (isCommand && !press.shiftKey && isKey('k')) return 'palette'
  if (isCommand && !press.shiftKey && isKey('j')) return 'outline'
  if (isCommand && press.shiftKey && isKey('o')) return 'new-chat'
  if (isCommand && press.shiftKey && isKey('f')) return 'find'
  return press.key === '?' && !isCommand && !isWriting ? 'shortcuts' : null
}

/** Whether the focused element accepts text. */
export const isWritingIn = (element: EventTarget | null): boolean =>
  element instanceof HTMLElement &&
  (element.isContentEditable || element.matches('input, textarea, select, [role=textbox]'))
