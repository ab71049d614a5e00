import type { FoundOnWeb, FoundSources, TablePart } from '@atrium/contract'
import { type ReactNode, useMemo } from 'react'
import { WebChip } from '../web/web-chip.tsx'
import { CitationChip } from './citation-chip.tsx'

/** Markdown renderers for an answer's sources. */
export type Citations = {
  renderCitation?: (numbers: readonly number[]) => ReactNode
  unsupported?: readonly string[]
}

const without: Citations = {}

/** Renderers for an answer's `[1]` and its unsupported sentences; stable until its sources or last query change. */
export function useCitations(
  found: FoundSources | null,
  web: FoundOnWeb | null,
  lastTable: TablePart | null,
): Citations {
  return useMemo(
    () =>
      found === null && web === null && lastTable === null ? without : citationsOf(found, web, lastTable),
    [found, web, lastTable],
  )
}

function citationsOf(
  found: FoundSources | null,
  web: FoundOnWeb | null,
  lastTable: TablePart | null,
): Citations {
  const sources = found?.sources ?? []
  const chips = new Map<number, ReactNode>([
    ...sources.map(
      (source) => [source.number, <CitationChip key={source.number} {...{ source, sources }} />] as const,
    ),
    ...(web?.sources ?? []).map(
      (source) => [source.number, <WebChip key={source.number} source={source} />] as const,
    ),
  ])
  const unsupported = found?.unsupported ?? lastTable?.unsupported ?? null
  return {
    renderCitation: (numbers) => {
      const named = numbers.flatMap((number) => chips.get(number) ?? [])
      return named.length < numbers.length ? null : named
    },
    ...(unsupported !== null && { unsupported }),
  }
}
