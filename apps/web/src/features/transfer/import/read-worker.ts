import { type ChatsFile, type FileFault, UnreadableFile } from './import-types.ts'
import { readChatsFile } from './read-chats-file.ts'

export type ReadReply = { outcome: 'read'; file: ChatsFile } | { outcome: 'refused'; fault: FileFault }

// Large files take seconds to read: a worker keeps the page responsive, and can be ended at any moment.
self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void readChatsFile(data)
    .then((file): ReadReply => ({ outcome: 'read', file }))
    .catch((error: unknown): ReadReply => ({
      outcome: 'refused',
      fault: error instanceof UnreadableFile ? error.fault : 'broken',
    }))
    .then((reply) => self.postMessage(reply))
})
