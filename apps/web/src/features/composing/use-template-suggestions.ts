import { limits, type PromptHit } from '@atrium/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { IconTemplate } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { foundPromptsQuery } from '../../entities/prompts/prompts.ts'
import { findRooms } from '../../entities/rooms/find-rooms.ts'
import type { Suggestion, Suggestions } from '../../entities/turns/suggestion.ts'
import type { MentionPlace } from './use-mention-suggestions.ts'

type Wanted = {
  place: MentionPlace
  query: string
  most: number
  /** Uses a template; omitted where none can be used. */
  onTake: ((hit: PromptHit) => void) | undefined
}

const pauseMs = 150

/** Suggests the templates that a typed name or words find (CHAT-08). */
export function useTemplateSuggestions({ place, query, most, onTake }: Wanted): Suggestions {
  const isOn = onTake !== undefined
  const typed = query.trim()
  const [settled] = useDebouncedValue(typed, pauseMs)
  const found = useQuery({
    ...foundPromptsQuery(place, settled.slice(0, limits.searchCharacters)),
    enabled: isOn,
    placeholderData: keepPreviousData,
  })
  const isSearching = isOn && (found.isFetching || settled !== typed)
  const template = (hit: PromptHit): Suggestion => ({
    key: hit.promptId,
    name: hit.title,
    detail: hit.room?.name ?? hit.description,
    icon: IconTemplate,
    take: () => onTake?.(hit),
  })
  // Until the reply to this text, only those results of the earlier one that its words match: a quick Enter never takes an outdated one.
  const hits = isSearching ? matching(found.data ?? [], typed) : (found.data ?? [])
  const items = isOn && !found.isError ? hits.slice(0, most).map(template) : []
  return {
    groups: items.length === 0 ? [] : [{ key: 'templates', items }],
    isSearching,
    hasFailed: found.isError,
  }
}

const matching = (hits: readonly PromptHit[], typed: string): PromptHit[] =>
  findRooms(
    hits.map((hit) => ({ name: `${hit.title} ${hit.description}`, hit })),
    typed,
  ).map(({ hit }) => hit)
