import { Button, Textarea } from '@mantine/core'
import { Dialog } from '@atrium/ui'
import { magicWrite, mintId, type Modifiers } from '@atrium/contract'
import { useTranslation } from '../../lib/translate.ts'
import { api } from '../../lib/api/api.ts'
import type { CallPlace } from '../../lib/api/api-client.ts'
import { useWrittenText } from './use-written-text.ts'
import { WritingEnd } from './writing-end.tsx'
import styles from './shaping.module.css'

type ImproveDialogProps = {
  /** The chat and room of the question. */
  place: CallPlace
  question: string
  how: { modelId: string; modifiers?: Modifiers | undefined }
  onAccept: (question: string) => void
  onClose: () => void
}

/** 'Improve my question': proposes a better wording, to accept, edit or reject. */
export function ImproveDialog({ place, question, how, onAccept, onClose }: ImproveDialogProps) {
  const { t } = useTranslation(['shaping', 'chat', 'common'])
  const writing = useWrittenText((signal) =>
    api.stream(
      magicWrite,
      { body: { shapingId: mintId('shaping'), text: question, ...how } },
      { signal, place },
    ),
  )
  const { phase, text, edit } = writing
  const isWriting = phase === 'writing'
  return (
    <Dialog
      opened
      size="lg"
      onClose={onClose}
      title={t('improve.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <h3 className={styles.label}>{t('chat:composer.label')}</h3>
      <p className={styles.original} dir="auto">
        {question}
      </p>
      <Textarea
        label={t('improve.proposal')}
        dir="auto"
        autosize
        minRows={3}
        maxRows={12}
        data-autofocus
        aria-busy={isWriting}
        readOnly={isWriting}
        placeholder={isWriting ? t('improve.working') : ''}
        value={text}
        onChange={(event) => edit(event.currentTarget.value)}
      />
      <WritingEnd
        writing={writing}
        words={{
          working: t('improve.working'),
          again: t(phase === 'failed' ? 'result.again' : 'improve.again'),
        }}
      >
        <Button variant="default" onClick={onClose}>
          {t('improve.refuse')}
        </Button>
        <Button
          disabled={isWriting || text.trim() === ''}
          onClick={() => {
            onAccept(text)
            onClose()
          }}
        >
          {t('improve.accept')}
        </Button>
      </WritingEnd>
    </Dialog>
  )
}
