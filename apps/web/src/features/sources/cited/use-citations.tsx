import type { FoundSources } from '@atrium/contract'
import { type ReactNode, useMemo } from 'react'
import { CitationChip } from './citation-chip.tsx'

/** Markdown renderers for an answer's sources. */
export type Citations = {
  renderCitation?: (numbers: readonly number[]) => ReactNode
  unsupported?: readonly string[]
}

const without: Citations = {}

/** Renderers for an answer's `[1]` and its unsupported sentences; stable until its sources change. */
export function useCitations(found: FoundSources | null): Citations {
  return useMemo(() => (found === null ? without : citationsOf(found)), [found])
}

function citationsOf({ sources, unsupported }: FoundSources): Citations {
  const byNumber = new Map(sources.map((source) => [source.number, source]))
  return {
    renderCitation: (numbers) => {
      const named = numbers.flatMap((number) => byNumber.get(number) ?? [])
      if (named.length < numbers.length) return null
      return named.map((source, index) => <CitationChip key={index} source={source} sources={sources} />)
    },
    ...(unsupported !== null && { unsupported }),
  }
}
