import { estimateQuestion, type AccountId, type ChatId, type RoomId, type TurnId } from '@atrium/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import type { How } from './asked-here.ts'
import styles from './composer.module.css'

type QuestionEstimateProps = {
  place: { accountId: AccountId; roomId: RoomId | null; chatId: ChatId; parentTurnId: TurnId | null }
  text: string
  pictures: number
  how: How
}

/** How long nothing is typed until the price is asked for. */
const pauseMs = 600

/** What the question would cost as it stands, told quietly; nothing where that is not known. */
export function QuestionEstimate({ place, text, pictures, how }: QuestionEstimateProps) {
  const { t } = useTranslation('chat')
  const settled = useSettled(text)
  const { accountId, roomId, chatId, parentTurnId } = place
  const { modelId, style, modifiers, pictureOptions } = how
  const { data } = useQuery({
    queryKey: [
      'estimate',
      accountId,
      roomId,
      chatId,
      parentTurnId,
      modelId,
      style,
      modifiers,
      pictureOptions,
      settled,
      pictures,
    ],
    enabled: settled.trim() !== '' && text.trim() !== '',
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    retry: false,
    queryFn: ({ signal }) =>
      api.call(
        estimateQuestion,
        {
          body: {
            chatId,
            parentTurnId,
            modelId,
            style,
            modifiers,
            pictureOptions,
            text: settled,
            pictures,
          },
        },
        { signal, place: { accountId, roomId } },
      ),
  })
  if (text.trim() === '' || data === undefined) return null
  const { leastCredits, mostCredits, modelName } = data.data
  return (
    <span
      className={styles.estimate}
      title={leastCredits === mostCredits ? modelName : t('estimate.hint', { model: modelName })}
    >
      {leastCredits === mostCredits
        ? t('cost.credits', { count: mostCredits })
        : t('estimate.range', { least: leastCredits, most: mostCredits })}
    </span>
  )
}

/** A text once it rests. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
