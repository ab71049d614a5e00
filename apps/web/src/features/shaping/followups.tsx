import { Button } from '@mantine/core'
import { IconArrowForwardUp, IconMessageQuestion } from '@tabler/icons-react'
import type { AccountId, Turn } from '@atrium/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useConversationActions } from '../../entities/turns/conversation-actions.tsx'
import { modelsQuery } from '../../entities/models/queries.ts'
import { useTranslation } from '../../lib/translate.ts'
import { useFollowups } from './use-followups.ts'
import styles from './shaping.module.css'

type FollowupsProps = {
  accountId: AccountId
  turn: Turn
  /** Asked in this tab just now: only then are suggestions generated automatically. */
  isFresh: boolean
}

/** Suggested follow-up questions to the last answer (CHAT-09): automatic if its model supports it, else on demand. A click asks. */
export function Followups({ accountId, turn, isFresh }: FollowupsProps) {
  const { t } = useTranslation('shaping')
  const { chatId, roomId, askQuestion, how } = useConversationActions()
  const { data: models } = useQuery(modelsQuery(accountId, roomId))
  const { isWorking, problem, suggest } = useFollowups({ accountId, chatId, turnId: turn.turnId })
  const isByDefault =
    models?.find((model) => model.modelId === turn.modelId)?.followupQuestionsDefault ?? false
  const isDue = isFresh && isByDefault && turn.followups === null
  const isTaken = useRef(false)
  useEffect(() => {
    if (!isDue || isTaken.current) return
    isTaken.current = true
    suggest()
  }, [isDue, suggest])

  if (turn.followups !== null && turn.followups.length > 0)
    return (
      <ul className={styles.followups} aria-label={t('followups.label')}>
        {turn.followups.map((question) => (
          <li key={question}>
            <button
              type="button"
              className={styles.followup}
              onClick={() => askQuestion(question, turn.turnId, how)}
            >
              <IconArrowForwardUp size={16} stroke={1.7} aria-hidden="true" />
              <span dir="auto">{question}</span>
            </button>
          </li>
        ))}
      </ul>
    )
  return (
    <div className={styles.suggest}>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconMessageQuestion size={16} stroke={1.7} />}
        loading={isWorking}
        onClick={suggest}
      >
        {t(isWorking ? 'followups.working' : 'followups.suggest')}
      </Button>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}
