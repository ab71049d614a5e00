import { limits, storable } from '@atrium/contract'
import { isTouchScreen } from '../../../lib/touch-screen.ts'

type KeyPress = {
  key: string
  shiftKey: boolean
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  isComposing: boolean
  keyCode: number
}

/** Browsers report this key code during IME composition, Safari also for the Enter that ends it. */
const inputMethodKeyCode = 229

/**
 * Enter sends, also with Ctrl or Cmd; with Shift or Alt it breaks the line; input methods never send. A keyboard on a touch
 * screen has no Shift+Enter, so there Enter breaks the line unless Ctrl or Cmd is held.
 */
export const sendsQuestion = (
  { key, shiftKey, altKey, ctrlKey, metaKey, isComposing, keyCode }: KeyPress,
  isTouch = isTouchScreen(),
): boolean =>
  key === 'Enter' &&
  !shiftKey &&
  !altKey &&
  !isComposing &&
  keyCode !== inputMethodKeyCode &&
  (!isTouch || ctrlKey || metaKey)

/** Why a text cannot be sent, or that it can. */
export type Sendable =
  | { outcome: 'sendable' }
  | { outcome: 'empty' }
  | { outcome: 'too-long'; excess: number }

export function sendable(text: string): Sendable {
  const sent = storable(text)
  if (sent.trim() === '') return { outcome: 'empty' }
  const excess = sent.length - limits.questionCharacters
  return excess > 0 ? { outcome: 'too-long', excess } : { outcome: 'sendable' }
}
