import type { ChatId, FileId, Source } from '@atrium/contract'
import { createStore } from '../../lib/store.ts'

/** The viewer's content: a file and a location in it. */
export type OpenedSource = {
  fileId: FileId
  fileName: string
  /** The chat that gives access to the file; null for a file that the person may open anyway. */
  chatId: ChatId | null
  /** The highlighted passage; null to start at the beginning. */
  source: Source | null
  /** All sources of the same answer, in order, for navigation. */
  sources: readonly Source[]
  /** The sentence of the answer that cites the source, when a citation in it was pressed. */
  claim: string | null
  /** The text of the answer; empty without an answer. */
  answer: string
}

/** The source open beside the page; null for none. */
export const openedSource = createStore<OpenedSource | null>(null)

/** Opens the file of a source at its passage. */
export function openSource(
  source: Source,
  sources: readonly Source[],
  chatId: ChatId | null,
  { claim = null, answer = '' }: Partial<Pick<OpenedSource, 'claim' | 'answer'>> = {},
): void {
  const { fileId, fileName } = source
  openedSource.set({ fileId, fileName, chatId, source, sources: sources.filter(isReadable), claim, answer })
}

/** Opens a file at its start. */
export const openDocument = (fileId: FileId, fileName: string, chatId: ChatId | null = null): void =>
  openedSource.set({ fileId, fileName, chatId, source: null, sources: [], claim: null, answer: '' })

/** Whether the reader may open it: otherwise only its number is shown. */
export const isReadable = ({ fileName }: Source): boolean => fileName !== ''
