import {
  type FoundSources,
  type Source,
  type StreamPart,
  type WebSearch,
  type WebSource,
} from '@atrium/contract'
import { sourceText, type SourceToRead, webSourceText } from '../../answers/index.ts'
import type { JobWork } from '../engine/program.ts'
import type { FinishedStep } from '../tables.ts'

export type PlanOutput = { questions: string[] }
/** New sources of one search, and the numbers of all that it found. */
export type SearchOutput = {
  sources: Source[]
  read: SourceToRead[]
  /** Null where there was nothing to search. */
  trace: FoundSources['trace'] | null
  web: { service: string; sandbox: boolean; search: WebSearch; sources: WebSource[] } | null
  numbers: number[]
}
export type TextOutput = { text: string }
export type OutlineOutput = { headings: string[] }
export type CheckOutput = { text: string; unsupported: string[] }

const outputs = <Output>(steps: readonly FinishedStep[], kind: FinishedStep['kind']): Output[] =>
  steps.filter((step) => step.kind === kind).map(({ output }) => output as Output)

/** Returns the state of a research job after its finished steps. */
export function stateOf({ steps, confirmedPlan }: Pick<JobWork, 'steps' | 'confirmedPlan'>) {
  const [planned] = outputs<PlanOutput>(steps, 'plan')
  const [outline] = outputs<OutlineOutput>(steps, 'outline')
  const [checked] = outputs<CheckOutput>(steps, 'check')
  const searches = outputs<SearchOutput>(steps, 'search')
  return {
    planned: planned?.questions ?? null,
    questions: confirmedPlan ?? planned?.questions ?? null,
    searches,
    notes: outputs<TextOutput>(steps, 'read').map(({ text }) => text),
    headings: outline?.headings ?? null,
    sections: outputs<TextOutput>(steps, 'write').map(({ text }) => text),
    checked: checked ?? null,
    sources: searches.flatMap(({ sources }) => sources),
    read: searches.flatMap(({ read }) => read),
    pages: searches.flatMap(({ web }) => web?.sources ?? []),
  }
}
export type ResearchState = ReturnType<typeof stateOf>

/** The text of every source, by its number. */
export const textsOf = ({ read, pages }: Pick<ResearchState, 'read' | 'pages'>): Map<number, string> =>
  new Map([...read, ...pages].map(({ number, text }) => [number, text]))

/** The sources with these numbers, as a prompt gives them. */
export function sourcesForPrompt(state: ResearchState, numbers: readonly number[]): string[] {
  const wanted = new Set(numbers)
  return [
    ...state.read.filter(({ number }) => wanted.has(number)).map(sourceText),
    ...state.pages.filter(({ number }) => wanted.has(number)).map(webSourceText),
  ]
}

/** The sources that were found, as readers see them. */
export function partsOfSources(state: ResearchState): StreamPart[] {
  const traces = state.searches.flatMap(({ trace }) => trace ?? [])
  const webs = state.searches.flatMap(({ web }) => web ?? [])
  const [first] = traces
  const last = webs.at(-1)
  return [
    ...(first
      ? [
          {
            type: 'data-sources' as const,
            id: 'sources' as const,
            data: {
              sources: state.sources,
              trace: {
                ...first,
                query: traces
                  .map(({ query }) => query)
                  .join(' · ')
                  .slice(0, 1_000)
                  .toWellFormed(),
                passagesFound: traces.reduce((sum, trace) => sum + trace.passagesFound, 0),
                durationMs: traces.reduce((sum, trace) => sum + trace.durationMs, 0),
              },
              unsupported: state.checked?.unsupported ?? null,
            },
          },
        ]
      : []),
    ...(last
      ? [
          {
            type: 'data-web' as const,
            id: 'web' as const,
            data: {
              service: last.service,
              sandbox: last.sandbox,
              searches: webs.map(({ search }) => search),
              sources: state.pages,
            },
          },
        ]
      : []),
  ]
}
