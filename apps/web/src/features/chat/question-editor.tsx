import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GrowingText, keyPress } from './growing-text.tsx'
import { sendable, sendsQuestion } from './composer-rules.ts'
import styles from './turn.module.css'

type QuestionEditorProps = { text: string; onAsk: (text: string) => void; onCancel: () => void }

/** Changes a question in its place; asking it makes a new branch, the old one stays. */
export function QuestionEditor({ text, onAsk, onCancel }: QuestionEditorProps) {
  const { t } = useTranslation(['chat', 'common'])
  const [changed, setChanged] = useState(text)
  const state = sendable(changed)
  const ask = () => {
    if (state.outcome === 'sendable') onAsk(changed)
  }
  return (
    <div className={styles.editor}>
      <GrowingText
        label={t('question.editor')}
        text={changed}
        autoFocus
        onChange={setChanged}
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
