import type { Turn } from '@atrium/contract'
import { IconAlertCircle, IconCheck, IconPlayerStop, IconPlugConnectedX } from '@tabler/icons-react'
import { useRunningAnswer } from '../../../entities/chats/live-answers.ts'
import { liveTurn } from '../../../entities/turns/shown-turns.ts'
import { useTranslation } from '../../../lib/translate.ts'
import styles from './comparison.module.css'

const icons = {
  answered: IconCheck,
  stopped: IconPlayerStop,
  failed: IconAlertCircle,
  interrupted: IconPlugConnectedX,
} as const

/** The progress of one answer of a comparison: an icon with its name. */
export function AnswerState({ turn: stored }: { turn: Turn }) {
  const { t } = useTranslation('chat')
  const { state } = liveTurn(stored, useRunningAnswer(stored.turnId))
  const name = t(`compare.state.${state}`)
  if (state === 'open') return <span className={styles.writing} role="img" aria-label={name} title={name} />
  const Icon = icons[state]
  return (
    <span className={styles.state} data-state={state} role="img" aria-label={name} title={name}>
      <Icon size={15} stroke={1.9} aria-hidden="true" />
    </span>
  )
}
