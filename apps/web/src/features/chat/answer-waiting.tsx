import { IconCloudOff } from '@tabler/icons-react'
import { Button } from '@mantine/core'
import { picturesIn, type Turn } from '@atrium/contract'
import { useTranslation } from 'react-i18next'
import { PicturesWaiting } from '../pictures/pictures-waiting.tsx'
import { filesOf } from '../attachments/question-file.ts'
import { useConversationActions } from './conversation-actions.tsx'
import type { RunningAnswer } from './running-answer.ts'
import { useTicking } from './use-ticking.ts'
import styles from './turn.module.css'

/** Silence after which the reader is asked for patience. */
const patienceMs = 10_000

type AnswerWaitingProps = {
  turn: Turn
  running: RunningAnswer | null
  hasText: boolean
  isReasoning: boolean
}

/** What shows below an answer that is being written: waiting, patience, or a connection that is gone. */
export function AnswerWaiting({ turn, running, hasText, isReasoning }: AnswerWaitingProps) {
  const { t } = useTranslation(['chat', 'longChat'])
  const nowMs = useTicking(true)
  if (running?.connection === 'reconnecting') return <WithoutConnection running={running} />
  if (running?.isSummarising) return <p className={styles.waiting}>{t('longChat:summarising')}</p>
  if (turn.pictureOptions !== null)
    return (
      <PicturesWaiting
        options={turn.pictureOptions}
        made={picturesIn(turn.parts).length}
        elapsedMs={Math.max(0, nowMs - Date.parse(turn.startedAt))}
      />
    )
  const isLong = running !== null && nowMs - running.lastWordAtMs >= patienceMs
  if (isLong) return <p className={styles.waiting}>{t('answer.takingLong')}</p>
  // The fold of the reasoning already says that it thinks.
  return hasText || isReasoning ? null : <p className={styles.waiting}>{t('answer.thinking')}</p>
}

function WithoutConnection({ running }: { running: RunningAnswer }) {
  const { t } = useTranslation('chat')
  const { takeBack, compose } = useConversationActions()
  const takeItBack = () => {
    const asked = takeBack(running.turnId)
    if (asked === null) return
    compose(asked.question.text, filesOf(asked.question), asked.question.mentions)
  }
  return (
    <div className={styles.notice} role="status">
      <IconCloudOff size={18} stroke={1.7} aria-hidden="true" />
      <p>{t(running.accepted ? 'connection.lost' : 'connection.unsent')}</p>
      {!running.accepted && (
        <Button size="xs" variant="default" onClick={takeItBack}>
          {t('ending.takeBack')}
        </Button>
      )}
    </div>
  )
}
