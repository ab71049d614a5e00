import { limits } from '@atrium/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { WrittenComment } from '../../../entities/canvases/canvas-comments.ts'
import type { MentioningText } from '../../../entities/turns/mention-text.ts'
import { showFailure } from '../../../lib/toasts/show-failure.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { type MentionPlace, QuestionField } from '../../composing/index.ts'
import styles from './comments.module.css'

type CommentFormProps = {
  place: MentionPlace
  label: string
  /** The name of the button that sends it. */
  action: string
  first?: MentioningText
  autoFocus?: boolean
  onCancel: () => void
  /** Resolves to false when the text is to stay. */
  onSend: (written: WrittenComment) => Promise<boolean>
}

const nothing: MentioningText = { text: '', mentions: [] }

/** The field of a comment; an `@` mentions people of the room. */
export function CommentForm({
  place,
  label,
  action,
  first = nothing,
  autoFocus = true,
  onCancel,
  onSend,
}: CommentFormProps) {
  const { t } = useTranslation('common')
  const [written, setWritten] = useState(first)
  const [isSending, setSending] = useState(false)
  const isSound = written.text.trim() !== '' && written.text.length <= limits.commentCharacters
  const send = async () => {
    if (!isSound || isSending) return
    setSending(true)
    const mentions = written.mentions.flatMap((one) => (one.kind === 'person' ? [one] : []))
    try {
      if (await onSend({ text: written.text, mentions })) setWritten(nothing)
    } catch (error) {
      showFailure(error)
    } finally {
      setSending(false)
    }
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <div className={styles.field}>
        <QuestionField
          label={label}
          placeholder={label}
          question={written}
          onChange={setWritten}
          place={place}
          isCompact
          autoFocus={autoFocus}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onCancel()
            else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
            else return
            event.preventDefault()
            event.stopPropagation()
          }}
        />
      </div>
      <div className={styles.buttons}>
        <Button variant="default" size="xs" onClick={onCancel}>
          {t('action.cancel')}
        </Button>
        <Button type="submit" size="xs" disabled={!isSound} loading={isSending}>
          {action}
        </Button>
      </div>
    </form>
  )
}
