import type { Model } from '@atrium/contract'

/** The model that changes a picture: the chosen one, or the first available one that can; null where none can. */
export function pictureChanger(models: readonly Model[] | null, chosenId: string | null): Model | null {
  const able = (models ?? []).filter(
    ({ isAvailable, image_processing, pictures }) => isAvailable && image_processing && pictures !== null,
  )
  return able.find(({ modelId }) => modelId === chosenId) ?? able[0] ?? null
}
