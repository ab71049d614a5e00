import type { AccountId, ChatId, TurnId } from '@atrium/contract'

export type BranchChoice = { accountId: AccountId; chatId: ChatId; currentTurnId: TurnId }

/**
 * Saves which branch of a chat is read: one call after another, since the last one to arrive holds. Choices made during a call
 * replace each other; `flush` sends what waits at once.
 */
export function createBranchSaver(send: (choice: BranchChoice) => Promise<unknown>) {
  const waiting = new Map<ChatId, BranchChoice>()
  const saving = new Map<ChatId, Promise<void>>()

  const take = (chatId: ChatId): BranchChoice | undefined => {
    const choice = waiting.get(chatId)
    waiting.delete(chatId)
    return choice
  }
  const sendWaiting = async (chatId: ChatId): Promise<void> => {
    for (let choice = take(chatId); choice !== undefined; choice = take(chatId))
      await send(choice).catch((error: unknown) => {
        if (!waiting.has(chatId)) throw error
      })
  }
  return {
    /** Resolves when this choice, or a later one of the same chat, is saved. */
    save(choice: BranchChoice): Promise<void> {
      const { chatId } = choice
      waiting.set(chatId, choice)
      const running = saving.get(chatId) ?? sendWaiting(chatId).finally(() => saving.delete(chatId))
      saving.set(chatId, running)
      return running
    },
    flush(): void {
      for (const chatId of waiting.keys()) {
        const choice = take(chatId)
        if (choice !== undefined) send(choice).catch(() => undefined)
      }
    },
  }
}
