import { Button } from '@mantine/core'
import type { Turn } from '@atrium/contract'
import { useConversationActions } from '../../../entities/turns/conversation-actions.tsx'
import { useTranslation } from '../../../lib/translate.ts'
import styles from '../transcript/turn.module.css'

/** How the model of an answer was chosen, with a button for the alternative. */
export function AnswerChoice({ turn }: { turn: Turn }) {
  const { t, language } = useTranslation('chat')
  const { choice } = turn
  if (!choice) return null
  const { reason, failed } = choice
  const names = new Intl.ListFormat(language).format(failed.map((model) => isolated(model.modelName)))
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

/** Isolates the text direction of a model's name within a sentence (U+2068 and U+2069). */
const isolated = (name: string) => `\u2068${name}\u2069`
