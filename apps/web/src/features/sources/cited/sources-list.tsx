import type { FoundSources, Source } from '@atrium/contract'
import { IconChevronDown, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useConversationActions } from '../../../entities/turns/conversation-actions.tsx'
import { useTranslation } from '../../../lib/translate.ts'
import { FileMark } from '@atrium/ui/components/file-mark.tsx'
import { citedNumbers } from './cited-numbers.ts'
import { hiddenText } from '../text/hidden-text.ts'
import { isReadable, openSource } from '../../../entities/files/opened-source.ts'
import { placeText } from '../../../entities/files/place-text.ts'
import { SearchTraceView } from './search-trace-view.tsx'
import styles from './sources-list.module.css'

/** Uncited sources shown in the list; more are collapsed. */
const maxUncitedShown = 3

/** The sources of an answer by number, cited ones first, and how they were found. */
export function SourcesList({ found, text }: { found: FoundSources; text: string }) {
  const { t } = useTranslation('sources')
  const [isWhole, setWhole] = useState(false)
  const numbers = citedNumbers(text)
  const cited = found.sources.filter(({ number }) => numbers.has(number))
  const others = found.sources.filter(({ number }) => !numbers.has(number))
  const isFolded = !isWhole && cited.length > 0 && others.length > maxUncitedShown
  const rows = isFolded ? cited : [...cited, ...others]
  return (
    <div className={styles.list}>
      {rows.length > 0 && (
        <ol className={styles.rows} aria-label={t('label')}>
          {rows.map((source) => (
            <li
              key={source.number}
              className={styles.row}
              data-quiet={!numbers.has(source.number) || undefined}
            >
              <SourceRow
                source={source}
                sources={found.sources}
                isCited={numbers.has(source.number)}
                answer={text}
              />
            </li>
          ))}
        </ol>
      )}
      {isFolded && (
        <button type="button" className={styles.others} onClick={() => setWhole(true)}>
          {t('others', { count: others.length })}
          <IconChevronDown size={14} stroke={1.8} aria-hidden="true" />
        </button>
      )}
      <SearchTraceView trace={found.trace} />
    </div>
  )
}

type SourceRowProps = { source: Source; sources: readonly Source[]; isCited: boolean; answer: string }

function SourceRow({ source, sources, isCited, answer }: SourceRowProps) {
  const { t } = useTranslation('sources')
  const { chatId } = useConversationActions()
  if (!isReadable(source))
    return (
      <>
        <span className={styles.number}>{source.number}</span>
        <IconEyeOff size={20} stroke={1.6} aria-hidden="true" className={styles.hiddenMark} />
        <span className={styles.words}>{hiddenText(source, t)}</span>
      </>
    )
  const place = [source.of.kind === 'base' && source.of.name, placeText(source.place, t)].filter(Boolean)
  return (
    <button
      type="button"
      className={styles.open}
      onClick={() => openSource(source, sources, chatId, { answer })}
    >
      <span className={styles.number}>{source.number}</span>
      <FileMark name={source.fileName} />
      <span className={styles.words}>
        <bdi className={styles.name}>{source.fileName}</bdi>
        <span className={styles.place}>
          {place.map((part) => (
            <bdi key={String(part)}>{part}</bdi>
          ))}
          {!isCited && <span>{t('notCited')}</span>}
        </span>
      </span>
    </button>
  )
}
