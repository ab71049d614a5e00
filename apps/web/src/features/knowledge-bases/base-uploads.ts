import { uploadFile, type RoomPlace } from '../context-files/queries.ts'
import { createUploads, type Uploads } from '../context-files/uploads.ts'
import { createStore, type Store } from '../../lib/store.ts'
import { addToBase } from './queries.ts'
import type { BaseId } from '@atrium/contract'

/** A file that is at the server and belongs to no base yet. */
export type ArrivedFile = { key: string; name: string; sizeBytes: number }

export type NewBaseUploads = {
  uploads: Uploads
  arrived: Store<readonly ArrivedFile[]>
  /** Leaves one of the arrived ones out. */
  leaveOut: (key: string) => void
  /** Ends what is on its way. */
  end: () => void
}

/** Uploads for a base that is still to be made. What it is not made of is erased by the server in time. */
export function newBaseUploads(place: RoomPlace): NewBaseUploads {
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

/** The uploads to a base, each of which is in it as soon as it has come; they go on when the base is left. */
export function uploadsToBase(place: RoomPlace, baseId: BaseId, onAddFailed: () => void): Uploads {
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
