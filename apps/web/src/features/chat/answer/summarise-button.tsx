import { Button } from '@mantine/core'
import type { Turn } from '@atrium/contract'
import { useState } from 'react'
import { useAccount } from '../../../entities/accounts/use-account.ts'
import { useConversationActions } from '../../../entities/turns/conversation-actions.tsx'
import { chatChanges } from '../../../entities/chats/queries.ts'
import { showFailure } from '../../../lib/toasts/show-failure.ts'
import { useTranslation } from '../../../lib/translate.ts'

/** Summarizes the oldest part of a conversation that doesn't fit, and asks again; nothing where that would not help. */
export function SummariseButton({ turn }: { turn: Turn }) {
  const { t } = useTranslation('longChat')
  const { chatId, sendsAll, answerAgain } = useConversationActions()
  const account = useAccount()
  const [isWorking, setIsWorking] = useState(false)
  // A prompt too long with summaries is too long without them.
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
