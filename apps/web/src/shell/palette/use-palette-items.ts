import { type AccountId, type Canvas, limits, type Segment } from '@atrium/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useAccount } from '../../entities/accounts/use-account.ts'
import { canvasesQuery } from '../../entities/canvases/canvases.ts'
import { chatFind, openChatFind } from '../../entities/chats/chat-find.ts'
import { chatOutline, openChatOutline } from '../../entities/chats/chat-outline.ts'
import { recentChatsQuery } from '../../entities/chats/queries.ts'
import { searchQuery } from '../../entities/chats/search.ts'
import { foundPromptsQuery } from '../../entities/prompts/prompts.ts'
import { hasComposer, templateToUse } from '../../entities/prompts/template-to-use.ts'
import { findRooms } from '../../entities/rooms/find-rooms.ts'
import { fullName } from '../../entities/rooms/full-name.ts'
import { isSearchable } from '../../entities/rooms/member-search.ts'
import { peopleQuery } from '../../entities/rooms/room-queries.ts'
import { useRooms } from '../../entities/rooms/use-room.ts'
import { useTranslation } from '../../lib/translate.ts'
import { useStore } from '../../lib/store.ts'
import { useOpenRoom } from '../rooms/use-open-room.ts'

/** The same with the search text highlighted. */
type Marked = { name: readonly Segment[]; detail?: readonly Segment[] }
export type PaletteItem = {
  key: string
  name: string
  detail?: string
  marked?: Marked
  /** A server search is running: until it replies, the item may belong to an earlier text. */
  isSearched?: true
  choose: () => void
}
export type PaletteGroup = {
  key: 'actions' | 'rooms' | 'chats' | 'templates' | 'canvases' | 'people'
  items: PaletteItem[]
}

const maxPerGroup = 6
const latestCanvases = { scope: 'all', page: 1, sort: 'date', order: 'desc' } as const
const noAccount = '' as AccountId

/** The palette's results for a text: actions and rooms at once, chats, templates, canvases and people when found. */
export function usePaletteItems(text: string, onShortcuts: () => void) {
  const { t } = useTranslation(['search', 'history'])
  const navigate = useNavigate()
  const { openChat } = useOpenRoom()
  const account = useAccount()
  const canFind = useStore(chatFind) !== 'none'
  const hasOutline = useStore(chatOutline) !== 'none'
  const accountId = account?.id ?? noAccount
  const [settled] = useDebouncedValue(text.trim(), limits.memberSearchDebounceMs)
  const { data: rooms = [] } = useRooms()
  const recent = useQuery({ ...recentChatsQuery(accountId), enabled: account !== null })
  const search = searchQuery(accountId, settled, { pageSize: maxPerGroup })
  const found = useQuery({
    ...search,
    queryFn: account !== null && settled !== '' ? search.queryFn : skipToken,
  })
  const byWords = foundPromptsQuery({ accountId, roomId: null }, settled)
  const templates = useQuery({
    ...byWords,
    queryFn: account !== null && settled !== '' ? byWords.queryFn : skipToken,
  })
  const ofCanvases = canvasesQuery(accountId, { ...latestCanvases, search: settled })
  const canvases = useQuery({ ...ofCanvases, enabled: account !== null, refetchInterval: false })
  const byName = peopleQuery(accountId, null, settled)
  const people = useQuery({
    ...byName,
    queryFn: account !== null && isSearchable(settled) ? byName.queryFn : skipToken,
    placeholderData: keepPreviousData,
  })

  const named = <Named extends { name: string }>(items: Named[]) =>
    findRooms(items, text).slice(0, text.trim() === '' ? maxPerGroup : undefined)
  const openChatAt = (chatId: string, turn?: `turn_${string}`) =>
    void navigate({ to: '/chat/$chatId', params: { chatId }, search: turn ? { turn } : {} })
  const id = accountId
  const actions: PaletteItem[] = [
    { key: 'new', name: t('go.newChat'), choose: () => void navigate({ to: '/chat' }) },
    ...(hasOutline ? [{ key: 'outline', name: t('go.outline'), choose: () => void openChatOutline() }] : []),
    ...(canFind ? [{ key: 'find', name: t('go.find'), choose: () => void openChatFind() }] : []),
    { key: 'history', name: t('go.history'), choose: () => void navigate({ to: '/chat-history' }) },
    { key: 'canvases', name: t('go.canvases'), choose: () => void navigate({ to: '/canvas' }) },
    { key: 'images', name: t('go.images'), choose: () => void navigate({ to: '/images' }) },
    {
      key: 'questions',
      name: t('go.questionLibrary'),
      choose: () => void navigate({ to: '/question-library' }),
    },
    {
      key: 'starred',
      name: t('go.starred'),
      choose: () => void navigate({ to: '/chat-history/$source', params: { source: 'starred' } }),
    },
    { key: 'room', name: t('go.room'), choose: () => void navigate({ to: '/room-and-members' }) },
    ...(account?.subscriptionPlan.rag_allowed
      ? [
          {
            key: 'knowledge',
            name: t('go.knowledgeBases'),
            choose: () => void navigate({ to: '/knowledge-bases/$id', params: { id } }),
          },
        ]
      : []),
    {
      key: 'members',
      name: t('go.members'),
      choose: () => void navigate({ to: '/account-members/$id', params: { id } }),
    },
    { key: 'shortcuts', name: t('go.shortcuts'), choose: onShortcuts },
    { key: 'profile', name: t('go.profile'), choose: () => void navigate({ to: '/profile' }) },
    { key: 'accounts', name: t('go.accounts'), choose: () => void navigate({ to: '/accounts' }) },
    { key: 'reference', name: t('go.reference'), choose: () => void navigate({ to: '/api-reference' }) },
  ]
  const chats: PaletteItem[] =
    settled === ''
      ? (recent.data ?? []).slice(0, maxPerGroup).map(({ chatId, chatTitle }) => ({
          key: chatId,
          name: chatTitle,
          isSearched: true,
          choose: () => openChatAt(chatId),
        }))
      : (found.data?.chats ?? []).map(({ chatId, chatTitle, hits: [hit] }) => ({
          key: chatId,
          name: textOf(chatTitle),
          isSearched: true,
          ...(hit && { detail: textOf(hit.excerpt) }),
          marked: { name: chatTitle, ...(hit && { detail: hit.excerpt }) },
          choose: () => openChatAt(chatId, hit?.turnId),
        }))
  const groups: PaletteGroup[] = [
    { key: 'actions', items: named(actions) },
    {
      key: 'chats',
      items: chats,
    },
    {
      key: 'rooms',
      items: named(rooms)
        .slice(0, maxPerGroup)
        .map((room) => ({ key: room.id, name: room.name, choose: () => openChat(room) })),
    },
    {
      key: 'templates',
      items: (templates.data ?? []).slice(0, maxPerGroup).map((template) => ({
        key: template.promptId,
        name: template.title,
        detail: template.room?.name ?? template.description,
        isSearched: true,
        choose: () => {
          templateToUse.set(template)
          if (!hasComposer()) void navigate({ to: '/chat' })
        },
      })),
    },
    {
      key: 'canvases',
      items: titlesFirst(canvases.data?.canvases ?? [], settled)
        .slice(0, maxPerGroup)
        .map(({ canvasId, title, room }) => ({
          key: canvasId,
          name: title,
          detail: room.name,
          isSearched: true,
          choose: () => void navigate({ to: '/canvas/$canvasId', params: { canvasId } }),
        })),
    },
    {
      key: 'people',
      items: (people.data?.people ?? []).slice(0, maxPerGroup).map((person) => ({
        key: person.id,
        name: fullName(person),
        detail: person.userName,
        isSearched: true,
        choose: () =>
          void navigate({
            to: '/account-members/$id',
            params: { id },
            search: { search: person.userName },
          }),
      })),
    },
  ]
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    hasFailed: [found, people, templates, canvases].some(({ isError }) => isError),
    isSearching:
      text.trim() !== settled || [found, people, templates, canvases].some(({ isFetching }) => isFetching),
  }
}

const textOf = (segments: readonly { text: string }[]) => segments.map(({ text }) => text).join('')

/** The server also finds canvases by their text and comments: those with the words in the title come first. */
function titlesFirst(canvases: readonly Canvas[], text: string): Canvas[] {
  const named = new Set(
    findRooms(
      canvases.map(({ canvasId, title }) => ({ canvasId, name: title })),
      text,
    ).map(({ canvasId }) => canvasId),
  )
  return canvases.toSorted(
    (one, other) => Number(named.has(other.canvasId)) - Number(named.has(one.canvasId)),
  )
}
