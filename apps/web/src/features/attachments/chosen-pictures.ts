import type { Attachment } from '@atrium/contract'
import { isAborted } from '../../lib/api-error.ts'
import { createStore, type Store } from '../../lib/store.ts'

type PictureState =
  /** `sent` from 0 to 1; at 1 the server is looking at what it got. */
  | { kind: 'sending'; sent: number }
  | { kind: 'ready'; attachment: Attachment }
  | { kind: 'failed'; error: unknown }

/** A picture for the next question; null as its file when it came back from a question that was not asked. */
export type ChosenPicture = { id: number; name: string; file: File | null; state: PictureState }

export type ChosenPictures = {
  list: Store<readonly ChosenPicture[]>
  add(files: readonly File[]): void
  /** Pictures that are stored already; one that is chosen already is not chosen twice. */
  restore(attachments: readonly Attachment[]): void
  /** Takes a picture away, or ends its way. */
  remove(id: number): void
  retry(id: number): void
  /** What is ready, for the question that takes it along; the list is empty then. */
  take(): Attachment[]
}

type Upload = (
  file: File,
  options: { signal: AbortSignal; onProgress: (sent: number) => void },
) => Promise<Attachment>

/** The pictures of the next question: each goes to the server as soon as it is chosen, and may fail and be tried again alone. */
export function createChosenPictures(upload: Upload): ChosenPictures {
  const list = createStore<readonly ChosenPicture[]>([])
  const running = new Map<number, AbortController>()
  let lastId = 0
  const change = (id: number, state: PictureState) =>
    list.set(list.get().map((picture) => (picture.id === id ? { ...picture, state } : picture)))

  async function send(id: number, file: File): Promise<void> {
    const control = new AbortController()
    running.set(id, control)
    try {
      const attachment = await upload(file, {
        signal: control.signal,
        onProgress: (sent) => change(id, { kind: 'sending', sent }),
      })
      change(id, { kind: 'ready', attachment })
    } catch (error) {
      if (!isAborted(error)) change(id, { kind: 'failed', error })
    } finally {
      running.delete(id)
    }
  }

  return {
    list,
    add(files) {
      const added = files.map((file): ChosenPicture & { file: File } => ({
        id: (lastId += 1),
        name: file.name,
        file,
        state: { kind: 'sending', sent: 0 },
      }))
      list.set([...list.get(), ...added])
      for (const { id, file } of added) void send(id, file)
    },
    restore(attachments) {
      const known = new Set(
        list.get().flatMap(({ state }) => (state.kind === 'ready' ? [state.attachment.id] : [])),
      )
      const restored = attachments
        .filter(({ id }) => !known.has(id))
        .map((attachment): ChosenPicture => ({
          id: (lastId += 1),
          name: attachment.name,
          file: null,
          state: { kind: 'ready', attachment },
        }))
      list.set([...list.get(), ...restored])
    },
    remove(id) {
      list.set(list.get().filter((picture) => picture.id !== id))
      running.get(id)?.abort()
    },
    retry(id) {
      const file = list.get().find((picture) => picture.id === id)?.file
      if (!file) return
      change(id, { kind: 'sending', sent: 0 })
      void send(id, file)
    },
    take() {
      const ready = list.get().flatMap(({ state }) => (state.kind === 'ready' ? [state.attachment] : []))
      list.set([])
      return ready
    },
  }
}
