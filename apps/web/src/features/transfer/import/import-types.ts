import type { ChatSource, ImportedChat } from '@atrium/contract'

/** Why a chat of a file does not come in. */
export type SkipReason = 'empty' | 'tooLong' | 'unreadable'

/** A chat that stays outside, by its title there. */
export type SkippedChat = { title: string; reason: SkipReason }

/** What a file holds for an import. */
export type ChatsFile = {
  source: ChatSource
  chats: ImportedChat[]
  skipped: SkippedChat[]
  /** Pictures, tool calls and whatever else of messages is no text and stays outside. */
  leftOut: number
}

/** Why nothing of a file can be brought in. */
export type FileFault = 'unknown' | 'broken' | 'tooLarge' | 'none' | 'tooSlow'
export class UnreadableFile extends Error {
  readonly fault: FileFault

  constructor(fault: FileFault, options?: ErrorOptions) {
    super(`The file cannot be imported: ${fault}.`, options)
    this.fault = fault
  }
}
