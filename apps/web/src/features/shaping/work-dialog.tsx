import { Button } from '@mantine/core'
import { Dialog } from '@atrium/ui'
import {
  customPrompt,
  limits,
  mintId,
  type Modifiers,
  type SelectionAction,
  type TurnId,
} from '@atrium/contract'
import { useTranslation } from '../../lib/translate.ts'
import { api } from '../../lib/api/api.ts'
import { useCopying } from '../../lib/use-copying.ts'
import { MarkdownView } from '../conversation/index.ts'
import { useWrittenText } from './use-written-text.ts'
import { WritingEnd } from './writing-end.tsx'
import styles from './shaping.module.css'

export type TextToWorkOn = { turnId: TurnId; action: SelectionAction; text: string }
type WorkDialogProps = {
  work: TextToWorkOn
  how: { modelId: string; modifiers?: Modifiers | undefined }
  onCompose: (text: string) => void
  onClose: () => void
}

/** The reworked text of an answer: to read, copy or insert into the next question; the answer is unchanged. */
export function WorkDialog({ work, how, onCompose, onClose }: WorkDialogProps) {
  const { t } = useTranslation(['shaping', 'common'])
  const excess = work.text.length - limits.shapingCharacters
  return (
    <Dialog
      opened
      size="lg"
      onClose={onClose}
      title={t(`select.${work.action}`)}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <details className={styles.fold}>
        <summary className={styles.label}>{t('result.original')}</summary>
        <p className={styles.original} dir="auto">
          {work.text}
        </p>
      </details>
      {excess > 0 ? (
        <p role="alert" className={styles.problem}>
          {t('select.tooLong', { count: excess })}
        </p>
      ) : (
        <Result work={work} how={how} onCompose={onCompose} onClose={onClose} />
      )}
    </Dialog>
  )
}

function Result({ work, how, onCompose, onClose }: WorkDialogProps) {
  const { t } = useTranslation(['shaping', 'chat'])
  const { isCopied, copy } = useCopying()
  const writing = useWrittenText((signal) =>
    api.stream(customPrompt, { body: { shapingId: mintId('shaping'), ...work, ...how } }, { signal }),
  )
  const { phase, text } = writing
  const isWriting = phase === 'writing'
  return (
    <>
      <section className={styles.result} aria-label={t('result.text')} aria-busy={isWriting}>
        <MarkdownView text={text} streaming={isWriting} dir="auto" headingsBelow={2} />
      </section>
      <WritingEnd writing={writing} words={{ working: t('result.working'), again: t('result.again') }}>
        <Button
          variant="default"
          disabled={text === ''}
          onClick={() => copy(() => navigator.clipboard.writeText(text))}
        >
          {isCopied ? t('chat:action.copied') : t('result.copy')}
        </Button>
        <Button
          disabled={isWriting || text === ''}
          onClick={() => {
            onClose()
            onCompose(text)
          }}
        >
          {t('result.compose')}
        </Button>
      </WritingEnd>
    </>
  )
}
