import { limits } from '@atrium/contract'

type KeyPress = {
  key: string
  shiftKey: boolean
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  isComposing: boolean
  keyCode: number
}

/** Browsers report this code while an input method is composing, Safari also for the Enter that ends it. */
const inputMethodKeyCode = 229

/** Enter sends, also with Ctrl or Cmd; with Shift or Alt it breaks the line; input methods never send. */
export const sendsQuestion = ({ key, shiftKey, altKey, isComposing, keyCode }: KeyPress): boolean =>
  key === 'Enter' && !shiftKey && !altKey && !isComposing && keyCode !== inputMethodKeyCode

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

/**
 * The text as it can be stored: what is pasted from files and terminals may hold NULs, which nobody sees, and halves of
 * characters. The server refuses both.
 */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()
