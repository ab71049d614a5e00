import { AUTO_MODEL_ID, type Model } from '@atrium/contract'
import type { ReadChatMeta } from './chat-meta.ts'

export type ModelChoiceInput = {
  /** The available models, once known. */
  models: readonly Model[] | 'loading' | 'failed'
  /** The model picked on this screen, if any. */
  picked: string | null
  isNewChat: boolean
  /** This browser's stored settings of the chat. */
  meta: Pick<ReadChatMeta, 'model' | 'isStale'> | null
  /** The model of the chat's last question, from the server. */
  lastAskedModelId: string | null
}

/**
 * Returns the model of the next question (MODEL-04): the one picked here; in an existing chat the stored one while fresh, else
 * the last one; the default in a new chat, when the model is unavailable, and when the list could not be loaded. While it loads
 * the choice is used unchecked: the server checks it.
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

/** The list's own default if available, else Auto, which always is. */
const defaultModelId = (models: readonly Model[]): string =>
  models.find((model) => model.system_default && model.isAvailable)?.modelId ?? AUTO_MODEL_ID
