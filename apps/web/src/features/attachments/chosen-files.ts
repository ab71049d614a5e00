import { documentEndingOf, type FileId, type IndexState } from '@atrium/contract'
import { isAborted } from '../../lib/api/api-error.ts'
import { createStore, type Store } from '../../lib/store.ts'
import { isPicture, type QuestionFile } from '../../entities/files/question-file.ts'
import type { UnsentPictures } from './unsent-pictures.ts'
import type { UploadOptions } from './upload-document.ts'

type FileState =
  /** `sent` from 0 to 1; at 1 the server is processing it. */
  | { kind: 'sending'; sent: number }
  /** A document that the server has and is processing. */
  | { kind: 'reading'; state: IndexState }
  | { kind: 'ready'; attachment: QuestionFile }
  | { kind: 'failed'; error: unknown }
  /** It was stored before, but no longer is. */
  | { kind: 'gone' }

/** A picture or document for the next question; its file is null when it was restored from an unsent question. */
export type ChosenFile = {
  id: number
  name: string
  sizeBytes: number
  isDocument: boolean
  file: File | null
  state: FileState
}

export type ChosenFiles = {
  list: Store<readonly ChosenFile[]>
  add(files: readonly File[]): void
  /** Files that are stored already; one that is chosen already is not chosen twice. */
  restore(attachments: readonly QuestionFile[]): void
  /** Marks a restored file as missing on the server. */
  lose(fileId: FileId): void
  /** Removes a file, or cancels its upload. */
  remove(id: number): void
  retry(id: number): void
  /** Returns the ready files for a question, and empties the list. */
  take(): QuestionFile[]
}

type Upload = (file: File, options: Required<UploadOptions>) => Promise<QuestionFile>

/** The files of the next question: each uploads at once, and can fail and be retried separately. */
export function createChosenFiles(
  upload: Upload,
  unsent: Pick<UnsentPictures, 'keep'> = { keep: () => () => {} },
): ChosenFiles {
  const list = createStore<readonly ChosenFile[]>([])
  const running = new Map<number, AbortController>()
  const forgets = new Map<number, () => void>()
  const forget = (id: number) => {
    forgets.get(id)?.()
    forgets.delete(id)
  }
  let lastId = 0
  const change = (id: number, state: FileState) =>
    list.set(list.get().map((picture) => (picture.id === id ? { ...picture, state } : picture)))

  async function send(id: number, file: File): Promise<void> {
    const control = new AbortController()
    running.set(id, control)
    try {
      const attachment = await upload(file, {
        signal: control.signal,
        onProgress: (sent) => change(id, { kind: 'sending', sent }),
        onReading: (state) => change(id, { kind: 'reading', state }),
      })
      change(id, { kind: 'ready', attachment })
      forget(id)
    } catch (error) {
      if (!isAborted(error)) change(id, { kind: 'failed', error })
    } finally {
      running.delete(id)
    }
  }

  return {
    list,
    add(files) {
      const added = files.map((file): ChosenFile & { file: File } => ({
        id: (lastId += 1),
        name: file.name,
        sizeBytes: file.size,
        isDocument: documentEndingOf(file.name) !== null,
        file,
        state: { kind: 'sending', sent: 0 },
      }))
      list.set([...list.get(), ...added])
      for (const { id, file } of added) {
        forgets.set(id, unsent.keep(file))
        void send(id, file)
      }
    },
    restore(attachments) {
      const known = new Set(
        list.get().flatMap(({ state }) => (state.kind === 'ready' ? [state.attachment.id] : [])),
      )
      const restored = attachments
        .filter(({ id }) => !known.has(id))
        .map((attachment): ChosenFile => ({
          id: (lastId += 1),
          name: attachment.name,
          sizeBytes: attachment.sizeBytes,
          isDocument: !isPicture(attachment),
          file: null,
          state: { kind: 'ready', attachment },
        }))
      list.set([...list.get(), ...restored])
    },
    lose(fileId) {
      for (const { id, state } of list.get())
        if (state.kind === 'ready' && state.attachment.id === fileId) change(id, { kind: 'gone' })
    },
    remove(id) {
      list.set(list.get().filter((picture) => picture.id !== id))
      running.get(id)?.abort()
      forget(id)
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
