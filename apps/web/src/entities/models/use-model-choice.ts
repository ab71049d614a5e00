import type { AccountId, ChatId, ResponseStyle, RoomId } from '@atrium/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createChatMetaStore } from './chat-meta.ts'
import { chooseSelectedModel } from './choose-selected-model.ts'
import { modelsQuery } from './queries.ts'

const chatMeta = createChatMetaStore()

type ModelChoiceOf = {
  accountId: AccountId
  /** The room; undefined until known. */
  roomId: RoomId | null | undefined
  chatId: ChatId
  isNewChat: boolean
  /** The settings of the question at the end of the branch. */
  lastAsked: { modelId: string; style: ResponseStyle } | null
}

/** The model and response style for the next question of a chat (MODEL-04), and how to change them. */
export function useModelChoice({ accountId, roomId, chatId, isNewChat, lastAsked }: ModelChoiceOf) {
  const models = useQuery({ ...modelsQuery(accountId, roomId ?? null), enabled: roomId !== undefined })
  const [meta] = useState(() => chatMeta.of(chatId))
  const [picked, setPicked] = useState<string | null>(null)
  const [pickedStyle, setPickedStyle] = useState<ResponseStyle | null>(null)
  const remembered = meta !== null && !meta.isStale ? meta : null
  const modelId = chooseSelectedModel({
    models: models.data ?? (models.isError ? 'failed' : 'loading'),
    picked,
    isNewChat,
    meta,
    lastAskedModelId: lastAsked?.modelId ?? null,
  })
  const style =
    pickedStyle ?? (isNewChat ? null : (remembered?.modelConfiguration.style ?? lastAsked?.style)) ?? 'quick'
  const remember = (model: string, chosenStyle: ResponseStyle) =>
    chatMeta.remember({ chatId, workspaceId: accountId, model, modelConfiguration: { style: chosenStyle } })
  return {
    models: models.data ?? null,
    hasFailed: models.isError,
    /** Reloads the list. */
    reload: () => void models.refetch(),
    modelId,
    style,
    chooseModel: (chosen: string) => {
      setPicked(chosen)
      if (!isNewChat) remember(chosen, style)
    },
    chooseStyle: (chosen: ResponseStyle) => {
      setPickedStyle(chosen)
      if (!isNewChat) remember(modelId, chosen)
    },
    /** Stores the choice for the next visit, once a question used it. */
    rememberAsked: () => remember(modelId, style),
  }
}

export type ModelChoice = ReturnType<typeof useModelChoice>
