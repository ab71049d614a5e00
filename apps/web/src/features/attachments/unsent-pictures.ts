import { unsentDatabase } from '../../lib/stored.ts'

/** Pictures being uploaded, stored in the browser until the server has them. */
export type UnsentPictures = {
  /** Stores a file; returns the function that removes it. */
  keep: (file: File) => () => void
  /** Returns and removes the files that an earlier page did not upload. */
  takeAll: () => Promise<File[]>
}

const store = 'pictures'
const byDraft = 'draft'

type KeptPicture = { draft: string; file: File }

/** The pictures of one draft. Without browser storage they last as long as the page. */
export function unsentPicturesOf(draft: string): UnsentPictures {
  return {
    keep(file) {
      const key = inStore('readwrite', (pictures) => pictures.add({ draft, file } satisfies KeptPicture))
      return () =>
        void key.then(async (kept) => {
          if (kept !== null) await inStore('readwrite', (pictures) => pictures.delete(kept))
        })
    },
    async takeAll() {
      const kept = await inStore<KeptPicture[]>('readonly', (pictures) =>
        pictures.index(byDraft).getAll(draft),
      )
      const keys = await inStore('readonly', (pictures) => pictures.index(byDraft).getAllKeys(draft))
      for (const key of keys ?? []) await inStore('readwrite', (pictures) => pictures.delete(key))
      return (kept ?? []).map(({ file }) => file)
    },
  }
}

/** Runs one request; null without a store, or when it fails. */
async function inStore<Result>(
  mode: IDBTransactionMode,
  request: (pictures: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | null> {
  try {
    const database = await opened()
    try {
      return await done(request(database.transaction(store, mode).objectStore(store)))
    } finally {
      database.close()
    }
  } catch {
    return null
  }
}

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(unsentDatabase, 1)
  request.addEventListener('upgradeneeded', () => {
    const pictures = request.result.createObjectStore(store, { autoIncrement: true })
    pictures.createIndex(byDraft, 'draft')
  })
  return done(request)
}

const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser kept nothing.')))
  })
