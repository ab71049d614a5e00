import { unsentDatabase } from '../../lib/stored.ts'

/** Pictures that are on their way, kept in the browser until the server has them. */
export type UnsentPictures = {
  /** Keeps a file; returns how to forget it. */
  keep: (file: File) => () => void
  /** The files that an earlier page did not get through; they are kept no longer. */
  takeAll: () => Promise<File[]>
}

const store = 'pictures'
const byDraft = 'draft'

type KeptPicture = { draft: string; file: File }

/** The pictures of one draft. Where the browser keeps nothing, a picture lasts as long as its page. */
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

/** Runs one request; null where there is no such store, or it refuses. */
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
