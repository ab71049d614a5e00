import { IconCloudOff } from '@tabler/icons-react'
import { Button } from '@mantine/core'
import { jobIn, picturesIn, tablesIn, toolCallsIn, type Turn, webIn } from '@atrium/contract'
import { useTranslation } from '../../../lib/translate.ts'
import { PicturesWaiting } from '../../pictures/index.ts'
import { filesOf } from '../../../entities/files/question-file.ts'
import { useConversationActions } from '../../../entities/turns/conversation-actions.tsx'
import type { RunningAnswer } from '../../../entities/turns/running-answer.ts'
import { useIsOnline } from '../../../lib/use-is-online.ts'
import { useTicking } from './use-ticking.ts'
import styles from '../transcript/turn.module.css'

/** Silence after which the reader is asked to wait. */
const timeoutMs = 10_000

type AnswerWaitingProps = {
  turn: Turn
  running: RunningAnswer | null
  hasText: boolean
  isReasoning: boolean
}

/** Status below a running answer: waiting, a long wait, or a lost connection. */
export function AnswerWaiting({ turn, running, hasText, isReasoning }: AnswerWaitingProps) {
  const { t } = useTranslation(['chat', 'longChat'])
  const nowMs = useTicking(true)
  if (running?.connection === 'reconnecting') return <WithoutConnection running={running} />
  if (running?.isSummarising) return <p className={styles.waiting}>{t('longChat:summarising')}</p>
  if (running?.isRetrying) return <p className={styles.waiting}>{t('answer.retrying')}</p>
  const searching = webIn(turn.parts)?.searches.find(({ state }) => state === 'running')
  if (searching)
    return (
      <p className={styles.waiting} role="status">
        {t('answer.searchingWeb')} <bdi>{searching.query}</bdi>
      </p>
    )
  if (tablesIn(turn.parts).some(({ state }) => state === 'running'))
    return (
      <p className={styles.waiting} role="status">
        {t('answer.queryingTables')}
      </p>
    )
  const calls = toolCallsIn(turn.parts)
  // Its card asks for the decision.
  if (calls.some(({ state }) => state === 'waiting')) return null
  if (calls.some(({ state }) => state === 'running'))
    return (
      <p className={styles.waiting} role="status">
        {t('answer.runningTool')}
      </p>
    )
  if (turn.pictureOptions !== null)
    return (
      <PicturesWaiting
        options={turn.pictureOptions}
        made={picturesIn(turn.parts).length}
        elapsedMs={Math.max(0, nowMs - Date.parse(turn.startedAt))}
      />
    )
  // Its steps show what it does.
  if (jobIn(turn.parts) !== null) return null
  const isLong = running !== null && nowMs - running.lastWordAtMs >= timeoutMs
  if (isLong) return <p className={styles.waiting}>{t('answer.takingLong')}</p>
  // The reasoning section already shows that the model is thinking.
  return hasText || isReasoning ? null : <p className={styles.waiting}>{t('answer.thinking')}</p>
}

function WithoutConnection({ running }: { running: RunningAnswer }) {
  const { t } = useTranslation('chat')
  const isOnline = useIsOnline()
  const offline = t(running.accepted ? 'connection.lost.offline' : 'connection.unsent.offline')
  const unreachable = t(running.accepted ? 'connection.lost.unreachable' : 'connection.unsent.unreachable')
  const { takeBack, compose } = useConversationActions()
  const takeItBack = () => {
    const asked = takeBack(running.turnId)
    if (asked === null) return
    const { question } = asked
    compose(question.text, filesOf(question), question.mentions, question.canvasIds)
  }
  return (
    <div className={styles.notice} role="status">
      <IconCloudOff size={18} stroke={1.7} aria-hidden="true" />
      <p>{isOnline ? unreachable : offline}</p>
      {!running.accepted && (
        <Button size="xs" variant="default" onClick={takeItBack}>
          {t('ending.takeBack')}
        </Button>
      )}
    </div>
  )
}
