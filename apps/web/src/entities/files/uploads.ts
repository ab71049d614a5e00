import { isAborted } from '../../lib/api/api-error.ts'
import { createStore, type Store } from '../../lib/store.ts'

export type UploadState =
  | { kind: 'waiting' }
  /** `sent` from 0 to 1; at 1 the server is processing it. */
  | { kind: 'uploading'; sent: number }
  | { kind: 'failed'; error: unknown }

export type Upload = { id: number; file: File; state: UploadState }

export type Uploads = {
  /** Waiting, running and failed uploads, in the order of choosing. */
  list: Store<readonly Upload[]>
  /** The last uploaded file. */
  arrived: Store<File | null>
  add(files: readonly File[]): void
  /** Cancels an upload, or removes a failed one. */
  remove(id: number): void
  retry(id: number): void
}

type UploadPorts = {
  send(file: File, options: { signal: AbortSignal; onProgress: (sent: number) => void }): Promise<void>
  /** Called when a file was uploaded and left the list. */
  onDone(file: File): void
}

const maxParallel = 3

/** Uploads files, a few at a time, each of which can fail, be cancelled and be retried independently of the others. */
export function createUploads({ send, onDone }: UploadPorts): Uploads {
  const list = createStore<readonly Upload[]>([])
  const arrived = createStore<File | null>(null)
  const running = new Map<number, AbortController>()
  let lastId = 0

  const change = (id: number, state: UploadState) =>
    list.set(list.get().map((upload) => (upload.id === id ? { ...upload, state } : upload)))
  const drop = (id: number) => list.set(list.get().filter((upload) => upload.id !== id))

  async function run({ id, file }: Upload): Promise<void> {
    const control = new AbortController()
    running.set(id, control)
    change(id, { kind: 'uploading', sent: 0 })
    try {
      await send(file, {
        signal: control.signal,
        onProgress: (sent) => change(id, { kind: 'uploading', sent }),
      })
      drop(id)
      arrived.set(file)
      onDone(file)
    } catch (error) {
      if (!isAborted(error)) change(id, { kind: 'failed', error })
    } finally {
      running.delete(id)
      startWaiting()
    }
  }

  function startWaiting(): void {
    const waiting = list.get().filter(({ state }) => state.kind === 'waiting')
    for (const upload of waiting.slice(0, maxParallel - running.size)) void run(upload)
  }

  return {
    list,
    arrived,
    add(files) {
      const added = files.map((file): Upload => ({ id: (lastId += 1), file, state: { kind: 'waiting' } }))
      list.set([...list.get(), ...added])
      startWaiting()
    },
    remove(id) {
      drop(id)
      running.get(id)?.abort()
    },
    retry(id) {
      change(id, { kind: 'waiting' })
      startWaiting()
    },
  }
}
