import { AUTO_MODEL_ID, type ChatId, limits, type Model } from '@atrium/contract'
import { useCallback, useState } from 'react'
import { createComparedModelsStore } from './compared-models.ts'

const comparedModels = createComparedModelsStore()

type ComparisonOf = { chatId: ChatId; isNewChat: boolean; models: readonly Model[] | null }

/** The models that answer the next questions of a chat side by side (CHAT-12); off in a new chat. */
export function useComparison({ chatId, isNewChat, models }: ComparisonOf) {
  const [chosen, setChosen] = useState<readonly string[]>(() => (isNewChat ? [] : comparedModels.of(chatId)))
  const offered = models === null ? null : comparable(models)
  // Models that no longer exist, or aren't available now, are left out; the server checks the rest.
  const modelIds =
    offered === null ? chosen : chosen.filter((id) => offered.some((one) => one.modelId === id))
  const isOn = modelIds.length >= limits.minComparedModels
  const choose = useCallback(
    (ids: readonly string[]) => {
      setChosen(ids)
      if (!isNewChat) comparedModels.remember(chatId, ids)
    },
    [chatId, isNewChat],
  )
  return {
    isOffered: (offered?.length ?? 0) >= limits.minComparedModels,
    isOn,
    /** Empty while off. */
    modelIds: isOn ? modelIds : [],
    choose,
    /** The models to start a comparison from. */
    suggested: (): readonly string[] =>
      comparedModels.last().filter((id) => offered?.some((one) => one.modelId === id) ?? false),
    /** Stores the choice for the chat, once a question used it. */
    rememberAsked: () => {
      if (isOn) comparedModels.remember(chatId, modelIds)
    },
  }
}
export type Comparison = ReturnType<typeof useComparison>

/** Auto chooses one model and is compared with none. */
export const comparable = (models: readonly Model[]): Model[] =>
  models.filter(({ modelId, isAvailable }) => isAvailable && modelId !== AUTO_MODEL_ID)
