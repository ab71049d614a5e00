import { limits } from '@atrium/contract'
import { IconChevronDown, IconChevronUp, IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'
import styles from './find-bar.module.css'
import type { Finder } from './use-finder.ts'

/** Searches the open file: Enter goes to the next match, Shift+Enter to the previous one, Escape closes the search. */
export function FindBar({ finder }: { finder: Finder }) {
  const { t } = useTranslation('sources')
  const { words, found, step, setOpen } = finder
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const isNone = found === null || found.hits.length === 0
  return (
    <search className={styles.bar}>
      <IconSearch size={16} stroke={1.7} aria-hidden="true" />
      <input
        ref={field}
        type="search"
        className={styles.field}
        aria-label={t('find')}
        placeholder={t('find')}
        dir="auto"
        maxLength={limits.searchCharacters}
        value={words}
        onChange={(event) => finder.setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
          else if (event.key === 'Escape') setOpen(false)
          else return
          event.preventDefault()
        }}
      />
      <span className={styles.count} role="status">
        <Count finder={finder} />
      </span>
      <ToolButton
        label={t('find.previous')}
        icon={IconChevronUp}
        disabled={isNone}
        onClick={() => step(-1)}
      />
      <ToolButton label={t('find.next')} icon={IconChevronDown} disabled={isNone} onClick={() => step(1)} />
      <ToolButton label={t('find.end')} icon={IconX} onClick={() => setOpen(false)} />
    </search>
  )
}

function Count({ finder: { found, hasFailed, index } }: { finder: Finder }) {
  const { t } = useTranslation('sources')
  if (hasFailed) return t('find.failed')
  if (found === null) return null
  if (found.hits.length === 0) return t('find.none')
  const place = { place: index + 1, total: found.hits.length }
  return t(found.isMore ? 'find.ofMore' : 'find.of', place)
}
