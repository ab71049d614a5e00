import type { AccountId, CanvasId, UserId } from '@atrium/contract'
import { mergeUpdates } from 'yjs'
import { databases } from '../../../lib/device/databases.ts'
import { indexedStore } from '../../../lib/device/indexed-store.ts'
import { mayKeepUserData } from '../../../lib/stored.ts'

export type CanvasOfPerson = { userId: UserId; accountId: AccountId; canvasId: CanvasId }

/** Changes that one page made to a canvas and the server has not stored. */
type Kept = { page: string; canvas: string; update: Uint8Array }

const byCanvas = 'canvas'
const edits = indexedStore(databases.unsavedEdits, 'edits', (database) => {
  database.createObjectStore('edits', { keyPath: 'page' }).createIndex(byCanvas, 'canvas')
})
/** How long changes are batched before they are stored. */
const storeEveryMs = 250

/** Keeps a person's changes to a canvas in the browser until the server has stored them, so that they outlast the page. */
export type UnsavedEdits = {
  /** Changes that earlier or other open pages have not saved. They may depend on changes that only the server has. */
  read(): Promise<Uint8Array[]>
  /** Keeps a change. */
  add(update: Uint8Array): void
  /** Stores pending changes at once, because the page may be closed. */
  flush(): void
  /** Deletes the changes that this page added or read: the server has them. */
  forget(): void
  /** Deletes the stored changes of all pages to this canvas: the person may no longer change it. */
  forgetAll(): void
}

export function unsavedEditsOf({ userId, accountId, canvasId }: CanvasOfPerson): UnsavedEdits {
  const canvas = `${userId}/${accountId}/${canvasId}`
  const page = crypto.randomUUID()
  let added: Uint8Array[] = []
  let pagesRead: string[] = []
  let isStored = false
  let timer: ReturnType<typeof setTimeout> | null = null
  // One after the other, so that nothing is stored after it was deleted.
  let running: Promise<unknown> = Promise.resolve()
  const then = (request: () => Promise<unknown>) => void (running = running.then(request))
  const keptOfCanvas = async () =>
    (await edits.run<Kept[]>('readonly', (store) => store.index(byCanvas).getAll(canvas))) ?? []
  const deletePages = async (pages: readonly string[]) => {
    for (const one of pages) await edits.run('readwrite', (store) => store.delete(one))
  }
  const stopTimer = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }
  const flush = () => {
    if (timer === null) return
    stopTimer()
    if (!mayKeepUserData()) return
    const update = mergeUpdates(added)
    added = [update]
    isStored = true
    then(() => edits.run('readwrite', (store) => store.put({ page, canvas, update } satisfies Kept)))
  }
  const stop = () => {
    stopTimer()
    added = []
  }
  return {
    async read() {
      const kept = await keptOfCanvas()
      pagesRead = kept.map((one) => one.page)
      return kept.map(({ update }) => update)
    },
    add(update) {
      added.push(update)
      timer ??= setTimeout(flush, storeEveryMs)
    },
    flush,
    forget() {
      stop()
      const pages = isStored ? [page, ...pagesRead] : pagesRead
      pagesRead = []
      isStored = false
      if (pages.length > 0) then(() => deletePages(pages))
    },
    forgetAll() {
      stop()
      then(async () => deletePages((await keptOfCanvas()).map((one) => one.page)))
    },
  }
}
