import { createStore } from '../../lib/store.ts'
import type { Attachment } from '@atrium/contract'

/** A picture that a person chose outside a chat, for the next question of a new one. */
export type PictureToUse = {
  bytes: Blob
  name: string
  /** The stored file, if it is the person's own; somebody else's picture is uploaded again. */
  own: Attachment | null
  /** The beginning of the question. */
  text: string
  /** The model to ask; null for the one that is chosen. */
  modelId: string | null
}

/** The composer of the next new chat takes it. */
export const pictureToUse = createStore<PictureToUse | null>(null)
