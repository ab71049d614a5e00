import {
  type AccountId,
  AUTO_MODEL_ID,
  limits,
  listContextFiles,
  listRoomMembers,
  type RoomId,
} from '@atrium/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { IconBooks, IconCpu, IconFile, IconUser } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/translate.ts'
import { api } from '../../lib/api/api.ts'
import { listFrom } from '../../lib/list-from.ts'
import { useUser } from '../../lib/session/use-session.ts'
import type { AskedBase } from '../../entities/files/asked-bases.ts'
import { askableBasesQuery } from '../../entities/files/knowledge-bases.ts'
import { modelsQuery } from '../../entities/models/queries.ts'
import { findRooms } from '../../entities/rooms/find-rooms.ts'
import { fullName } from '../../entities/rooms/full-name.ts'
import { roomKeys } from '../../entities/rooms/room-keys.ts'
import type { Named } from '../../entities/turns/mention-text.ts'
import type { Suggestion, Suggestions } from '../../entities/turns/suggestion.ts'

export type MentionPlace = {
  accountId: AccountId
  roomId: RoomId | null
  /** Suggests neither models nor files. */
  hasOnlyPeople?: boolean
}

type Wanted = {
  place: MentionPlace
  /** The text after the @; null when not searching. */
  query: string | null
  /** Maximum suggestions of each kind. */
  most: number
  onTake: (named: Named, name: string) => void
  /** Adds a knowledge base to search; omitted where there are none. */
  onBase?: ((base: AskedBase) => void) | undefined
}

const pauseMs = 150

/**
 * Suggests people, models and files of the room whose name contains the typed text, and knowledge bases, which are searched
 * instead of mentioned.
 */
export function useMentionSuggestions({ place, query, most, onTake, onBase }: Wanted): Suggestions {
  const { t } = useTranslation('composing')
  const { accountId, roomId, hasOnlyPeople = false } = place
  const isOn = query !== null
  const hasAll = isOn && !hasOnlyPeople
  const [settled] = useDebouncedValue((query ?? '').trim(), pauseMs)
  const people = usePeople(place, isOn ? settled : null)
  const files = useFiles(place, hasAll)
  const models = useQuery({ ...modelsQuery(accountId, roomId), enabled: hasAll })
  const bases = useQuery({ ...askableBasesQuery(accountId), enabled: isOn && onBase !== undefined })
  if (!isOn || roomId === null) return { groups: [], isSearching: false, hasFailed: false }

  const found = <Item extends { name: string }>(items: readonly Item[]) =>
    findRooms(items, query).slice(0, most)
  const person = (one: { id: `user_${string}`; name: string; detail: string }): Suggestion => ({
    key: one.id,
    name: one.name,
    detail: one.detail,
    icon: IconUser,
    take: () => onTake({ kind: 'person', id: one.id }, one.name),
  })
  const model = ({ modelId, name }: { modelId: string; name: string }): Suggestion => ({
    key: modelId,
    name,
    detail: t('suggest.answers'),
    icon: IconCpu,
    take: () => onTake({ kind: 'model', id: modelId }, name),
  })
  const file = ({ id, name }: { id: `file_${string}`; name: string }): Suggestion => ({
    key: id,
    name,
    icon: IconFile,
    take: () => onTake({ kind: 'file', id }, name),
  })
  const base = ({ id, name, room }: AskedBase & { room: { name: string } | null }): Suggestion => ({
    key: id,
    name,
    detail: room?.name ?? t('suggest.everyRoom'),
    icon: IconBooks,
    take: () => onBase?.({ id, name }),
  })
  const askableBases = onBase
    ? (bases.data?.bases ?? []).map(({ id, rag_name, room }) => ({ id, name: rag_name, room }))
    : []
  const askable = (models.data ?? []).flatMap(({ modelId, displayName, isAvailable }) =>
    isAvailable && modelId !== AUTO_MODEL_ID ? [{ modelId, name: displayName }] : [],
  )
  const isSearching = people.isFetching || files.isLoading || settled !== query.trim()
  // Until the server replies, filters its previous results.
  const known = isSearching ? findRooms(people.data ?? [], query) : (people.data ?? [])
  const groups = [
    { key: 'people' as const, items: known.slice(0, most).map(person) },
    { key: 'models' as const, items: hasOnlyPeople ? [] : found(askable).map(model) },
    { key: 'files' as const, items: hasOnlyPeople ? [] : found(files.data ?? []).map(file) },
    { key: 'bases' as const, items: found(askableBases).map(base) },
  ]
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    isSearching,
    hasFailed: people.isError || files.isError,
  }
}

/** Searched by the server, which knows everybody's full name; excludes the asker. */
function usePeople({ accountId, roomId }: MentionPlace, query: string | null) {
  const me = useUser()?.id
  return useQuery({
    queryKey: [...roomKeys.people(accountId), 'mentioned', roomId, query],
    enabled: query !== null && roomId !== null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
    queryFn: async ({ signal }) => {
      if (roomId === null) return []
      const wanted = { page_size: String(limits.roomMemberPageSize), ...(query && { query }) }
      const reply = await api.call(listRoomMembers, { params: { roomId }, query: wanted }, { signal })
      return listFrom(reply.data)
        .filter(({ id }) => id !== me)
        .map((one) => ({ id: one.id, name: fullName(one), detail: one.userName }))
    },
  })
}

function useFiles({ accountId, roomId }: MentionPlace, isOn: boolean) {
  return useQuery({
    queryKey: ['context-files', accountId, roomId, 'all'],
    enabled: isOn && roomId !== null,
    staleTime: 30_000,
    retry: false,
    queryFn: async ({ signal }) => {
      if (roomId === null) return []
      const query = { page_size: String(limits.maxContextFiles) }
      const place = { accountId, roomId }
      const reply = await api.call(listContextFiles, { params: { roomId }, query }, { signal, place })
      return listFrom(reply.data).map(({ id, name }) => ({ id, name }))
    },
  })
}
