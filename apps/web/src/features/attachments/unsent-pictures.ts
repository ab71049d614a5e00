import { indexedStore } from '../../lib/device/indexed-store.ts'
import { databases } from '../../lib/device/databases.ts'

/** Pictures being uploaded, stored in the browser until the server has them. */
export type UnsentPictures = {
  /** Stores a file; returns the function that removes it. */
  keep: (file: File) => () => void
  /** Returns and removes the files that an earlier page did not upload. */
  takeAll: () => Promise<File[]>
}

const byDraft = 'draft'
const pictures = indexedStore(databases.unsent, 'pictures', (database) => {
  database.createObjectStore('pictures', { autoIncrement: true }).createIndex(byDraft, 'draft')
})

type KeptPicture = { draft: string; file: File }

/** Stores a file for the composer that opens with this draft; resolves once it is stored. */
export const keepForDraft = async (draft: string, file: File): Promise<void> =>
  void (await pictures.run('readwrite', (store) => store.add({ draft, file } satisfies KeptPicture)))

/** The pictures of one draft. Without browser storage they last as long as the page. */
export function unsentPicturesOf(draft: string): UnsentPictures {
  return {
    keep(file) {
      const key = pictures.run('readwrite', (store) => store.add({ draft, file } satisfies KeptPicture))
      return () =>
        void key.then(async (kept) => {
          if (kept !== null) await pictures.run('readwrite', (store) => store.delete(kept))
        })
    },
    async takeAll() {
      const kept = await pictures.run<KeptPicture[]>('readonly', (store) =>
        store.index(byDraft).getAll(draft),
      )
      const keys = await pictures.run('readonly', (store) => store.index(byDraft).getAllKeys(draft))
      for (const key of keys ?? []) await pictures.run('readwrite', (store) => store.delete(key))
      return (kept ?? []).map(({ file }) => file)
    },
  }
}
