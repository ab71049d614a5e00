import {
  type ChatId,
  type FileId,
  findInFile,
  type FoundInFile,
  limits,
  type OpenedFile,
  type OpenedPassage,
  openFileText,
} from '@atrium/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'

/** Passages of a file: `count` from the one at `from`, counted from 0. */
type Window = { from: number; count: number; sheets?: 'list'; cited?: number }

/** Passages before the cited one, for context. */
const above = 8

export async function readFileText(
  { fileId, chatId }: { fileId: FileId; chatId: ChatId | null },
  { from, count, sheets, cited }: Window,
  signal?: AbortSignal,
): Promise<OpenedFile> {
  const query = {
    from: String(from),
    count: String(count),
    ...(chatId !== null && { chat_id: chatId }),
    ...(sheets && { sheets }),
    ...(cited !== undefined && { cited: String(cited) }),
  }
  const { data } = await api.call(openFileText, { params: { fileId }, query }, { signal })
  return data
}

/** A file of rows, its sheets, and its first passage. */
export const fileSheetsQuery = (fileId: FileId, chatId: ChatId | null) =>
  queryOptions({
    queryKey: ['file-text', fileId, chatId, 'sheets'],
    queryFn: ({ signal }) => readFileText({ fileId, chatId }, { from: 0, count: 1, sheets: 'list' }, signal),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })

/** A page of passages, by its number from 0. */
export const sheetPartQuery = (fileId: FileId, chatId: ChatId | null, part: number) =>
  queryOptions({
    queryKey: ['file-text', fileId, chatId, 'part', part],
    queryFn: async ({ signal }): Promise<OpenedPassage[]> => {
      const count = limits.passagesAtOnce
      const { passages } = await readFileText({ fileId, chatId }, { from: part * count, count }, signal)
      return passages
    },
    gcTime: 30_000,
    staleTime: Infinity,
  })

/** The positions of words in a file. */
export const foundInFileQuery = (fileId: FileId, chatId: ChatId | null, words: string) =>
  queryOptions({
    queryKey: ['file-text', fileId, chatId, 'find', words],
    queryFn: async ({ signal }): Promise<FoundInFile> => {
      const query = { words, ...(chatId !== null && { chat_id: chatId }) }
      return (await api.call(findInFile, { params: { fileId }, query }, { signal })).data
    },
    gcTime: 30_000,
    staleTime: Infinity,
    retry: false,
  })

/** The text of a file around a passage; loads more in both directions on demand. */
export const fileTextQuery = (fileId: FileId, chatId: ChatId | null, around: number) =>
  infiniteQueryOptions({
    queryKey: ['file-text', fileId, chatId, around],
    initialPageParam: windowAround(around),
    queryFn: ({ pageParam, signal }) => readFileText({ fileId, chatId }, pageParam, signal),
    getPreviousPageParam: (_page, _pages, { from }): Window | null =>
      from === 0
        ? null
        : { from: Math.max(0, from - limits.passagesAtOnce), count: Math.min(from, limits.passagesAtOnce) },
    getNextPageParam: ({ passageCount }, _pages, { from, count }): Window | null =>
      from + count >= passageCount ? null : { from: from + count, count: limits.passagesAtOnce },
    // The download link is valid for five minutes, so reopening requests it again.
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })

const windowAround = (position: number): Window => ({
  cited: position,
  from: Math.max(0, position - above),
  count: limits.passagesAtOnce,
})
