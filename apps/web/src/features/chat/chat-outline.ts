import { createStore } from '../../lib/store.ts'

/** The outline of the chat on screen: 'none' where there is no chat with several questions, else whether its list is open. */
export const chatOutline = createStore<'none' | 'closed' | 'open'>('none')

/** Opens the list of questions from anywhere; false where there is nothing to list. */
export function openChatOutline(): boolean {
  if (chatOutline.get() === 'none') return false
  chatOutline.set('open')
  return true
}
