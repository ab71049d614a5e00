import { askCanvas, type AccountId, type CanvasId, mintId } from '@atrium/contract'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'
import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { api } from '../../../lib/api/api.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { useCopying } from '../../../lib/use-copying.ts'
import { ConversationLabelsProvider, MarkdownView, useConversationWords } from '../../conversation/index.ts'
import { useWrittenText, WrittenNote } from '../../shaping/index.ts'
import type { Question } from './model-tool.tsx'
import styles from './suggestions.module.css'

type AnswerCardProps = { accountId: AccountId; canvasId: CanvasId; asked: Question; onClose: () => void }

/** An answer about the canvas, beside its text, which stays as it is. */
export function AnswerCard({ accountId, canvasId, asked, onClose }: AnswerCardProps) {
  const { t } = useTranslation('canvasWork')
  const words = useConversationWords()
  const { isCopied, copy } = useCopying()
  const { phase, text, end, problem, stop } = useWrittenText((signal) =>
    api.stream(
      askCanvas,
      { params: { canvasId }, body: { ...asked, shapingId: mintId('shaping') } },
      { signal, place: { accountId, roomId: null } },
    ),
  )
  const isWriting = phase === 'writing'
  return (
    <section className={styles.answer} aria-label={t('answer')} aria-busy={isWriting}>
      <header className={styles.answerHead}>
        <h2 dir="auto">{asked.question}</h2>
        <ToolButton label={t('close')} icon={IconX} onClick={onClose} />
      </header>
      <div className={styles.answerText}>
        <ConversationLabelsProvider value={words}>
          <MarkdownView text={text} streaming={isWriting} dir="auto" headingsBelow={2} />
        </ConversationLabelsProvider>
      </div>
      <WrittenNote end={end} problem={problem} />
      <div className={styles.buttons}>
        {isWriting ? (
          <Button size="compact-sm" variant="default" onClick={stop}>
            {t('stop')}
          </Button>
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            disabled={text === ''}
            onClick={() => copy(() => navigator.clipboard.writeText(text))}
          >
            {t(isCopied ? 'copied' : 'copy')}
          </Button>
        )}
      </div>
    </section>
  )
}
