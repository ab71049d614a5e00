import { createStore } from '../../lib/store.ts'

/** The outline of the visible chat: 'none' without several questions, else whether its list is open. */
export const chatOutline = createStore<'none' | 'closed' | 'open'>('none')

/** Opens the list of questions from anywhere; false without any. */
export function openChatOutline(): boolean {
  if (chatOutline.get() === 'none') return false
  chatOutline.set('open')
  return true
}
