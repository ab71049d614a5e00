import { estimateQuestion } from '@atrium/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../../../lib/api/api.ts'
import type { QuestionEstimateProps } from './question-estimate-props.ts'

/** Typing pause before the price is requested. */
const pauseMs = 600

/** The estimated cost of a question with one model. */
export function estimateQuery(
  {
    place,
    details,
    pictures,
    documents,
    canvasIds,
    how,
  }: Omit<QuestionEstimateProps, 'last' | 'text' | 'contextLimit'>,
  modelId: string,
  text: string,
) {
  const { accountId, roomId, chatId, parentTurnId } = place
  const { style, modifiers, pictureOptions, usesRoomFiles, usesWeb, usesTools } = how
  const asked = {
    ...{
      chatId,
      parentTurnId,
      modelId,
      style,
      modifiers,
      pictureOptions,
      usesRoomFiles,
      usesWeb,
      usesTools,
      text,
      pictures,
    },
    ...(documents.length > 0 && { documents: [...documents] }),
    ...(canvasIds.length > 0 && { canvasIds: [...canvasIds] }),
  }
  return queryOptions({
    queryKey: ['estimate', accountId, roomId, asked, details?.sendsAll, details?.summaries],
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    retry: false,
    queryFn: ({ signal }) =>
      api.call(estimateQuestion, { body: asked }, { signal, place: { accountId, roomId } }),
  })
}

/** A text once it rests. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
