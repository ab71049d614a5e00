import { type FoundInFile, limits } from '@atrium/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OpenedSource } from '../../entities/files/opened-source.ts'
import { foundInFileQuery } from './source-queries.ts'

/** A position of a file with matches. */
export type FoundPlace = FoundInFile['hits'][number] & { words: string }

export type Finder = {
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  words: string
  setWords: (words: string) => void
  /** Null without a search text, or while loading. */
  found: FoundInFile | null
  hasFailed: boolean
  /** Index of the current match, from 0. */
  index: number
  step: (by: 1 | -1) => void
  shown: FoundPlace | null
}

/** Searches the open file once typing pauses, and steps through the matches; resets when another file opens. */
export function useFinder({ fileId, chatId, source }: OpenedSource): Finder {
  const of = `${fileId} ${source?.number}`
  const [openOf, setOpenOf] = useState('')
  const isOpen = openOf === of
  const [words, setWords] = useState('')
  const [settled] = useDebouncedValue(words.trim(), limits.memberSearchDebounceMs)
  const [at, setAt] = useState({ words: '', index: 0 })
  const isWanted = isOpen && settled !== ''
  const query = useQuery({ ...foundInFileQuery(fileId, chatId, settled), enabled: isWanted })
  const found = isWanted ? (query.data ?? null) : null
  const count = found?.hits.length ?? 0
  const index = at.words === settled && count > 0 ? at.index % count : 0
  const hit = found?.hits[index]
  return {
    isOpen,
    setOpen: (isWanted) => setOpenOf(isWanted ? of : ''),
    words,
    setWords,
    found,
    hasFailed: isWanted && query.isError,
    index,
    step: (by) => count > 0 && setAt({ words: settled, index: (index + by + count) % count }),
    shown: useSame(hit === undefined ? null : { ...hit, words: settled }),
  }
}

/** The same object while its content is equal. */
function useSame(place: FoundPlace | null): FoundPlace | null {
  const [kept, setKept] = useState(place)
  if (kept?.position === place?.position && kept?.words === place?.words) return kept
  setKept(place)
  return place
}
