import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { MentioningText } from '../../../entities/turns/mention-text.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { partsOf, questionText } from '../../../entities/turns/pasted-text.ts'
import { PastedTiles, QuestionField, type MentionPlace } from '../../composing/index.ts'
import { unfolded } from '../../../entities/turns/unfold.ts'
import { keyPress } from '@atrium/ui/components/growing-text.tsx'
import { sendable, sendsQuestion } from '../composer/composer-rules.ts'
import styles from './turn.module.css'

type QuestionEditorProps = {
  question: MentioningText
  place: MentionPlace
  onAsk: (question: MentioningText) => void
  onCancel: () => void
}

/** Edits a question in place; asking it creates a new branch, and the old one stays. */
export function QuestionEditor({ question, place, onAsk, onCancel }: QuestionEditorProps) {
  const { t } = useTranslation(['chat', 'common'])
  const [parts, setParts] = useState(() => partsOf(question.text, question.mentions))
  const changed = useMemo(() => questionText(parts), [parts])
  const state = sendable(changed)
  const ask = () => {
    if (state.outcome === 'sendable') onAsk({ text: changed, mentions: parts.mentions })
  }
  return (
    <div className={styles.editor}>
      <PastedTiles
        pasted={parts.pasted}
        onChange={(pasted) => setParts({ ...parts, pasted })}
        onUnfold={(one) => setParts(unfolded(parts, one))}
      />
      <QuestionField
        label={t('question.editor')}
        question={parts}
        onChange={(written) => setParts((before) => ({ ...before, ...written }))}
        place={place}
        isCompact
        autoFocus
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel()
          if (!sendsQuestion(keyPress(event))) return
          event.preventDefault()
          ask()
        }}
      />
      <div className={styles.editorTools}>
        {state.outcome === 'too-long' && (
          <span role="alert" className={styles.tooLong}>
            {t('composer.tooLong', { count: state.excess })}
          </span>
        )}
        <Button variant="default" size="xs" onClick={onCancel}>
          {t('common:action.cancel')}
        </Button>
        <Button size="xs" disabled={state.outcome !== 'sendable'} onClick={ask}>
          {t('question.ask')}
        </Button>
      </div>
    </div>
  )
}
