import { type ChatsFile, UnreadableFile } from './import-types.ts'
import type { ReadReply } from './read-worker.ts'

/** Timeout: a file that takes longer is malicious. */
const maxMs = 120_000

/** Reads a file of chats in a worker; throws `UnreadableFile`, or the signal's reason if it aborts first. */
export async function readInBackground(file: Blob, signal: AbortSignal): Promise<ChatsFile> {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), { type: 'module' })
  const timeUp = AbortSignal.timeout(maxMs)
  try {
    return await new Promise<ChatsFile>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      timeUp.addEventListener('abort', () => reject(new UnreadableFile('tooSlow')), { once: true })
      worker.addEventListener('error', () => reject(new UnreadableFile('broken')))
      worker.addEventListener('message', ({ data }: MessageEvent<ReadReply>) => {
        if (data.outcome === 'read') resolve(data.file)
        else reject(new UnreadableFile(data.fault))
      })
      worker.postMessage(file)
    })
  } finally {
    worker.terminate()
  }
}
