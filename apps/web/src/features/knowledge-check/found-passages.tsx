import { limits, plainOfMarkdown, type RoomId, type Source, type TriedSearch } from '@atrium/contract'
import { EmptyState } from '@atrium/ui'
import { IconSearchOff } from '@tabler/icons-react'
import { useTranslation } from '../../lib/translate.ts'
import { FileMark } from '@atrium/ui/components/file-mark.tsx'
import { Highlighted } from '../../lib/highlighted.tsx'
import { openSource } from '../../entities/files/opened-source.ts'
import { placeText } from '../../entities/files/place-text.ts'
import styles from './knowledge-check.module.css'
import { markedWords } from './marked-words.ts'
import own from './try-search.module.css'

/** The passages that a search found, best first; a press opens the file at the passage. */
export function FoundPassages({ roomId, search }: { roomId: RoomId; search: TriedSearch }) {
  const { t } = useTranslation('knowledgeCheck')
  const { t: tSources } = useTranslation('sources')
  const sources = search.found.map((passage, index) => sourceOf(passage, index + 1, roomId))
  if (sources.length === 0) {
    const name = search.filesSearched === 0 ? 'unread' : 'none'
    return (
      <div role="status">
        <EmptyState
          compact
          icon={<IconSearchOff size={24} stroke={1.6} />}
          title={t(`try.${name}.title`)}
          text={t(`try.${name}.text`)}
        />
      </div>
    )
  }
  const passages = tSources('trace.passages', { count: search.passagesSearched })
  const files = tSources('trace.files', { count: search.filesSearched })
  return (
    <>
      <p className={styles.quiet} role="status">
        {t('try.searched', { passages, files })} {t(search.usesVectors ? 'try.byMeaning' : 'try.byWords')}
      </p>
      <ol className={styles.list} aria-label={t('try.found')}>
        {sources.map((source, index) => (
          <li key={source.number} className={own.passage}>
            <FoundPassage source={source} sources={sources} matches={search.found[index]?.matches ?? []} />
          </li>
        ))}
      </ol>
    </>
  )
}

type FoundPassageProps = { source: Source; sources: readonly Source[]; matches: readonly string[] }

function FoundPassage({ source, sources, matches }: FoundPassageProps) {
  const { t } = useTranslation('knowledgeCheck')
  const { t: tSources } = useTranslation('sources')
  const { number, fileName, of, excerpt } = source
  const where = [of.kind === 'base' ? of.name : t('context'), placeText(source.place, tSources)]
  return (
    <button type="button" className={own.open} onClick={() => openSource(source, sources, null)}>
      <span className={own.number}>{number}</span>
      <FileMark name={fileName} />
      <span className={styles.itemWords}>
        <bdi className={own.name}>{fileName}</bdi>
        <span className={styles.itemFacts}>
          {where
            .filter((part) => part !== '')
            .map((part) => (
              <bdi key={part}>{part}</bdi>
            ))}
        </span>
        <span className={own.excerpt} dir="auto">
          <Highlighted segments={markedWords(plainOfMarkdown(excerpt), matches)} />
        </span>
      </span>
    </button>
  )
}

/** In the form that the source viewer expects. */
const sourceOf = (
  { fileId, fileName, base, position, place, text }: TriedSearch['found'][number],
  number: number,
  roomId: RoomId,
): Source => ({
  number,
  fileId,
  fileName,
  of: base ? { kind: 'base', baseId: base.id, name: base.name } : { kind: 'context', roomId },
  first: position,
  last: position,
  place,
  excerpt: text.replaceAll(/\s+/g, ' ').trim().slice(0, limits.excerptCharacters).toWellFormed(),
})
