import { changeChat } from '@atrium/contract'
import { api } from '../../lib/api/api.ts'
import { createBranchSaver } from './branch-saver.ts'

const saver = createBranchSaver(({ accountId, chatId, currentTurnId }) =>
  api.call(
    changeChat,
    { params: { chatId }, body: { currentTurnId } },
    { place: { accountId, roomId: null }, keepalive: true },
  ),
)
addEventListener('pagehide', saver.flush)

/** Saves which branch of a chat is read, also when the page is left meanwhile. */
export const saveBranch = saver.save
