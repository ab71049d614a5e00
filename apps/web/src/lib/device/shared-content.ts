import { indexedStore } from './indexed-store.ts'
import { databases } from './databases.ts'

/** What another app shared with this one: texts, links and files. */
export type SharedContent = { text: string; files: File[] }

const shared = indexedStore(databases.shared, 'shared', (database) => {
  database.createObjectStore('shared', { autoIncrement: true })
})

/** Characters of a shared text; the rest is cut. */
const maxLength = 100_000

/** Keeps it until a page takes it. Called by the service worker, whose only storage is databases. */
export const keepShared = async (content: SharedContent): Promise<void> =>
  void (await shared.run('readwrite', (store) => store.add(content)))

/** Returns and removes everything that waits; null when nothing does. */
export async function takeShared(): Promise<SharedContent | null> {
  const waiting = await shared.run<SharedContent[]>('readonly', (store) => store.getAll())
  await shared.run('readwrite', (store) => store.clear())
  if (!waiting || waiting.length === 0) return null
  return {
    text: waiting.map(({ text }) => text).join('\n\n'),
    files: waiting.flatMap(({ files }) => files),
  }
}

/** The fields of the manifest's share target. Apps put links into any of them, some into two. */
export function contentFrom(form: FormData): SharedContent {
  const texts = ['title', 'text', 'url'].flatMap((name) => {
    const value = form.get(name)
    return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : []
  })
  const distinct = texts.filter(
    (text, index) =>
      !texts.some((other, at) => at !== index && other.includes(text) && (other !== text || at < index)),
  )
  const files = form.getAll('files').filter((file): file is File => file instanceof File && file.size > 0)
  return { text: distinct.join('\n').slice(0, maxLength).toWellFormed().replaceAll('\0', ''), files }
}
