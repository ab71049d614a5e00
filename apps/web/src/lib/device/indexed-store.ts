/** One object store of a database of the browser. Every request opens and closes it, so that it can be deleted at any moment. */
export type IndexedStore = {
  /** Runs one request; null without browser storage, or when it fails. */
  run<Result>(
    mode: IDBTransactionMode,
    request: (store: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result | null>
}

export function indexedStore(
  database: string,
  name: string,
  create: (opened: IDBDatabase) => void,
): IndexedStore {
  async function open(): Promise<IDBDatabase> {
    const request = indexedDB.open(database, 1)
    request.addEventListener('upgradeneeded', () => create(request.result))
    return await resultOf(request)
  }
  return {
    async run(mode, request) {
      try {
        const opened = await open()
        try {
          return await resultOf(request(opened.transaction(name, mode).objectStore(name)))
        } finally {
          opened.close()
        }
      } catch {
        // A private window or a full disk: the data lasts only as long as the page.
        return null
      }
    },
  }
}

const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser stored nothing.')))
  })
