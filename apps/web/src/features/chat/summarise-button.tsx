import { Button } from '@mantine/core'
import type { Turn } from '@atrium/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../accounts/use-account.ts'
import { useConversationActions } from './conversation-actions.tsx'
import { chatChanges } from './queries.ts'
import { showFailure } from './show-error.ts'

/** Lets the oldest part of a conversation be summarised that does not fit, and asks again; nothing where that would not help. */
export function SummariseButton({ turn }: { turn: Turn }) {
  const { t } = useTranslation('longChat')
  const { chatId, sendsAll, answerAgain } = useConversationActions()
  const account = useAccount()
  const [isWorking, setIsWorking] = useState(false)
  // What does not fit with summaries does not fit without them either.
  if (!sendsAll || turn.parentTurnId === null || account === null) return null
  const askAgain = async () => {
    setIsWorking(true)
    try {
      await chatChanges(account.id).sendAll(chatId, false)
      answerAgain(turn, { modelId: turn.requestedModelId, style: turn.style })
    } catch (error) {
      showFailure(error)
    } finally {
      setIsWorking(false)
    }
  }
  return (
    <Button size="xs" loading={isWorking} onClick={() => void askAgain()}>
      {t('tooLong.summarise')}
    </Button>
  )
}
