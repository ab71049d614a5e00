import { type AccountId, importChats, type ImportedChat, limits, type RoomId } from '@atrium/contract'
import { api } from '../../../lib/api/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { chatKeys } from '../../../entities/chats/queries.ts'
import type { ChatsFile } from './import-types.ts'

/** Chats sent so far. */
export type Sent = { imported: number; existing: number }

type Sending = {
  accountId: AccountId
  roomId: RoomId
  file: Pick<ChatsFile, 'source' | 'chats'>
  onSent: (sent: Sent) => void
  signal: AbortSignal
}

/**
 * Sends chats in batches, newest first, and reports the total after each. Stops before the next batch when the signal aborts; a repeated
 * import skips chats that the server already has.
 */
export async function sendChats({ accountId, roomId, file, onSent, signal }: Sending): Promise<Sent> {
  let sent: Sent = { imported: 0, existing: 0 }
  try {
    for (const chats of batchesOf(file.chats)) {
      if (signal.aborted) break
      const { message } = await api.call(importChats, { body: { roomId, source: file.source, chats } })
      const existing = message.filter(({ outcome }) => outcome === 'existing').length
      sent = { imported: sent.imported + message.length - existing, existing: sent.existing + existing }
      onSent(sent)
    }
  } finally {
    await queryClient.invalidateQueries({ queryKey: chatKeys.all(accountId) })
  }
  return sent
}

/** Maximum characters per batch: far below the server's limit, so that batches are short and a stop takes effect soon. */
const batchCharacters = 500_000

/** Splits chats into batches that the server accepts. */
function batchesOf(chats: readonly ImportedChat[]): ImportedChat[][] {
  const batches: ImportedChat[][] = []
  let characters = 0
  for (const chat of chats) {
    const size = JSON.stringify(chat).length
    const batch = batches.at(-1)
    if (batch && batch.length < limits.chatsImportedAtOnce && characters + size <= batchCharacters) {
      batch.push(chat)
      characters += size
    } else {
      batches.push([chat])
      characters = size
    }
  }
  return batches
}
