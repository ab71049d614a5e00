import { Button } from '@mantine/core'
import { IconArrowForward, IconCircleCheck, IconPlayerStopFilled } from '@tabler/icons-react'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'
import { runningAnswers, useRunningAnswer } from '../../../entities/chats/live-answers.ts'
import { useConversationActions } from '../../../entities/turns/conversation-actions.tsx'
import { liveTurn } from '../../../entities/turns/shown-turns.ts'
import { mayStopAnswer } from '../../../entities/turns/turn-rights.ts'
import type { ComparedStep } from '../../../entities/turns/turn-tree.ts'
import { showError } from '../../../lib/toasts/show-error.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { AnswerView } from '../answer/answer-view.tsx'
import { AnswerState } from './answer-state.tsx'
import { modelOf } from './model-of.ts'
import styles from './comparison.module.css'

type ComparedColumnProps = {
  compared: ComparedStep
  /** The chat continues with this answer. */
  isActive: boolean
  /** No question follows. */
  isLast: boolean
  /** It scrolls on its own. */
  isApart: boolean
  /** Its tab names its model. */
  isInTab?: boolean
}

/** One answer of a comparison, with its own state, Stop and continuation. */
export function ComparedColumn({
  compared,
  isActive,
  isLast,
  isApart,
  isInTab = false,
}: ComparedColumnProps) {
  const { t } = useTranslation('chat')
  const { outline, turn, answers } = compared
  const name = turn === null ? '' : modelOf(turn)
  return (
    <div
      className={styles.column}
      data-active={isActive || undefined}
      data-apart={isApart || undefined}
      role="group"
      aria-label={t('answer.of', { model: name })}
    >
      <header className={styles.columnHead}>
        {!isInTab && (
          <span className={styles.model} dir="auto">
            {name}
          </span>
        )}
        {!isInTab && turn !== null && <AnswerState turn={turn} />}
      </header>
      {/* Scrolls by keyboard too. */}
      <div
        className={styles.answer}
        tabIndex={isApart ? 0 : undefined}
        role={isApart ? 'region' : undefined}
        aria-label={isApart ? name : undefined}
      >
        {turn === null ? (
          <p className={styles.awaited}>{t('loading')}</p>
        ) : (
          <AnswerView step={{ turn, questions: null, answers }} isLast={isLast} isCompared />
        )}
      </div>
      {turn !== null && (
        // Below the text: while answers grow, the transcript stays at its end.
        <footer className={styles.columnFoot}>
          <StopTool turnId={outline.turnId} name={name} turn={turn} />
          <ContinueTool turnId={outline.turnId} name={name} isActive={isActive} />
        </footer>
      )}
    </div>
  )
}

type ToolProps = { turnId: ComparedStep['outline']['turnId']; name: string }

function StopTool({ turnId, name, turn: stored }: ToolProps & { turn: NonNullable<ComparedStep['turn']> }) {
  const { t } = useTranslation('chat')
  const { relation, readerId } = useConversationActions()
  const running = useRunningAnswer(turnId)
  const turn = liveTurn(stored, running)
  const isOpen = turn.state === 'open' && running !== null
  if (!isOpen || !mayStopAnswer(relation, turn.askedById === readerId)) return null
  return (
    <ToolButton
      label={t(running.stopping ? 'composer.stopping' : 'compare.stop', { model: name })}
      icon={IconPlayerStopFilled}
      disabled={running.stopping}
      onClick={() => void runningAnswers.stop(turnId).catch(() => showError('chat:stop.failed'))}
    />
  )
}

function ContinueTool({ turnId, name, isActive }: ToolProps & { isActive: boolean }) {
  const { t } = useTranslation('chat')
  const { walkTo, announce, readOnly } = useConversationActions()
  const way = t(readOnly ? 'compare.follow' : 'compare.continue')
  if (isActive)
    return (
      <p className={styles.active}>
        <IconCircleCheck size={16} stroke={1.7} aria-hidden="true" /> {t('compare.active')}
      </p>
    )
  return (
    <Button
      className={styles.continue}
      size="xs"
      variant="default"
      aria-label={`${way}: ${name}`}
      leftSection={<IconArrowForward size={15} stroke={1.7} aria-hidden="true" className={styles.mirrored} />}
      onClick={() => {
        walkTo(turnId)
        announce(t('compare.continues', { model: name }))
      }}
    >
      {way}
    </Button>
  )
}
