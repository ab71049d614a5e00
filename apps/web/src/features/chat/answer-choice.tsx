import { Button } from '@mantine/core'
import type { Turn } from '@atrium/contract'
import { useTranslation } from 'react-i18next'
import { useConversationActions } from './conversation-actions.tsx'
import styles from './turn.module.css'

/** How the model of an answer was chosen, and the one that could be asked in its place, by one press. */
export function AnswerChoice({ turn }: { turn: Turn }) {
  const { t, i18n } = useTranslation('chat')
  const { choice } = turn
  if (!choice) return null
  const { reason, failed } = choice
  const names = new Intl.ListFormat(i18n.language).format(failed.map((model) => isolated(model.modelName)))
  return (
    <div className={styles.choice}>
      <p>
        {failed.length > 0
          ? t('choice.failed', { models: names, count: failed.length })
          : reason !== null && t(`choice.${reason}`)}
      </p>
      {turn.state !== 'open' && <AskInstead turn={turn} />}
    </div>
  )
}

function AskInstead({ turn }: { turn: Turn }) {
  const { t } = useTranslation('chat')
  const { answerAgain, readOnly } = useConversationActions()
  const alternative = turn.choice?.alternative
  if (!alternative || readOnly) return null
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      onClick={() => answerAgain(turn, { modelId: alternative.modelId, style: turn.style })}
    >
      {t('choice.askInstead', { model: isolated(alternative.modelName) })}
    </Button>
  )
}

/** A model's name keeps its own direction within a sentence (U+2068 and U+2069). */
const isolated = (name: string) => `\u2068${name}\u2069`
