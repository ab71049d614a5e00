import type { Source } from '@atrium/contract'
import { useConversationActions } from '../../../entities/turns/conversation-actions.tsx'
import { useTranslation } from '../../../lib/translate.ts'
import { claimBefore } from '../claims.ts'
import { isReadable, openSource } from '../../../entities/files/opened-source.ts'
import { sourceName } from '../../../entities/files/place-text.ts'
import { endPreview, previewSource } from '../previewed-source.ts'
import styles from './citation-chip.module.css'

type CitationChipProps = { source: Source; sources: readonly Source[] }

/** The number of a source in running text: resting on it shows a preview, a press opens the file at its passage. */
export function CitationChip({ source, sources }: CitationChipProps) {
  const { t } = useTranslation('sources')
  const { chatId } = useConversationActions()
  const name = sourceName(source, t)
  return (
    <button
      type="button"
      className={styles.chip}
      aria-label={name}
      data-hidden={!isReadable(source) || undefined}
      onPointerEnter={({ currentTarget, pointerType }) => {
        if (pointerType !== 'touch') previewSource(currentTarget, source)
      }}
      onPointerLeave={endPreview}
      onFocus={({ currentTarget }) => {
        if (currentTarget.matches(':focus-visible')) previewSource(currentTarget, source, 0)
      }}
      onBlur={endPreview}
      onKeyDown={({ key }) => key === 'Escape' && endPreview()}
      onClick={({ currentTarget }) => {
        if (!isReadable(source)) return previewSource(currentTarget, source, 0)
        endPreview()
        openSource(source, sources, chatId, { claim: claimBefore(currentTarget) })
      }}
    >
      {source.number}
    </button>
  )
}
