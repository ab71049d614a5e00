import { type KnowledgePlace, uploadFile } from '../../entities/files/context-files.ts'
import { createUploads, type Uploads } from '../../entities/files/uploads.ts'
import { createStore, type Store } from '../../lib/store.ts'
import { addToBase } from '../../entities/files/knowledge-bases.ts'
import type { BaseId } from '@atrium/contract'

/** A file that is on the server and doesn't belong to a base yet. */
export type ArrivedFile = { key: string; name: string; sizeBytes: number }

export type NewBaseUploads = {
  uploads: Uploads
  arrived: Store<readonly ArrivedFile[]>
  /** Removes one of the uploaded files. */
  leaveOut: (key: string) => void
  /** Cancels uploads in progress. */
  end: () => void
}

/** Uploads for a base to be created. The server erases unused ones in time. */
export function newBaseUploads(place: KnowledgePlace): NewBaseUploads {
  const arrived = createStore<readonly ArrivedFile[]>([])
  const uploads = createUploads({
    send: async (file, options) => {
      const key = await uploadFile(place, file, { ...options, purpose: 'base' })
      arrived.set([...arrived.get(), { key, name: file.name, sizeBytes: file.size }])
    },
    onDone: () => {},
  })
  return {
    uploads,
    arrived,
    leaveOut: (key) => arrived.set(arrived.get().filter((file) => file.key !== key)),
    end: () => {
      for (const { id } of uploads.list.get()) uploads.remove(id)
    },
  }
}

const uploadsByBase = new Map<BaseId, Uploads>()

/** The uploads to a base, each added on arrival; they continue when the base is closed. */
export function uploadsToBase(place: KnowledgePlace, baseId: BaseId, onAddFailed: () => void): Uploads {
  const uploads =
    uploadsByBase.get(baseId) ??
    createUploads({
      send: async (file, options) => {
        const key = await uploadFile(place, file, { ...options, purpose: 'base' })
        await addToBase(place, baseId, [key]).catch((error: unknown) => {
          onAddFailed()
          throw error
        })
      },
      onDone: () => {},
    })
  uploadsByBase.set(baseId, uploads)
  return uploads
}
