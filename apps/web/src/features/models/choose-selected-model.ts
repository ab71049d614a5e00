import { AUTO_MODEL_ID, type Model } from '@atrium/contract'
import type { ReadChatMeta } from './chat-meta.ts'

export type ModelChoiceInput = {
  /** What can be asked, once that is known. */
  models: readonly Model[] | 'loading' | 'failed'
  /** What was picked on this screen, if anything. */
  picked: string | null
  isNewChat: boolean
  /** What this browser remembers of the chat. */
  meta: Pick<ReadChatMeta, 'model' | 'isStale'> | null
  /** The model that was asked last in the chat, as the server tells. */
  lastAskedModelId: string | null
}

/**
 * The model that the next question goes to (MODEL-04): the one picked here; in an existing chat the remembered one
 * while that is fresh, else the one asked last; the default in a new chat, when the model is gone or cannot be
 * chosen any more, and when the list could not be loaded. While it loads the wish stands as it is: the server knows.
 */
export function chooseSelectedModel({
  models,
  picked,
  isNewChat,
  meta,
  lastAskedModelId,
}: ModelChoiceInput): string {
  if (models === 'failed') return AUTO_MODEL_ID
  const remembered = meta !== null && !meta.isStale ? meta.model : null
  const wishes = isNewChat ? [picked] : [picked, remembered, lastAskedModelId]
  const wish = wishes.find((modelId) => modelId !== null)
  if (models === 'loading') return wish ?? AUTO_MODEL_ID
  const canBeAsked = (modelId: string) =>
    models.some((model) => model.modelId === modelId && model.isAvailable)
  return wish !== undefined && wish !== null && canBeAsked(wish) ? wish : defaultModelId(models)
}

/** The list's own default, if it can be asked, else auto, which is always there. */
const defaultModelId = (models: readonly Model[]): string =>
  models.find((model) => model.system_default && model.isAvailable)?.modelId ?? AUTO_MODEL_ID
