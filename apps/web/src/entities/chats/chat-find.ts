import { createEvent, createStore } from '../../lib/store.ts'
import { takeFocus } from '../../lib/tools/focus-taken.ts'

/** The find bar of the visible chat: 'none' where there is nothing to search, else whether it is open. */
export const chatFind = createStore<'none' | 'closed' | 'open'>('none')

/** Signals a request to search, even when the bar is open already. */
export const findAsked = createEvent()

/** Opens the find bar from anywhere; false without a chat. */
export function openChatFind(): boolean {
  if (chatFind.get() === 'none') return false
  takeFocus()
  chatFind.set('open')
  findAsked.emit()
  return true
}
