import type { ChatSource, ImportedChat } from '@atrium/contract'

/** Why a chat of a file can't be imported. */
export type SkipReason = 'empty' | 'tooLong' | 'unreadable'

/** A skipped chat, by its title in the file. */
export type SkippedChat = { title: string; reason: SkipReason }

/** The importable content of a file. */
export type ChatsFile = {
  source: ChatSource
  chats: ImportedChat[]
  skipped: SkippedChat[]
  /** Pictures, tool calls and other parts without text, which are skipped. */
  leftOut: number
}

/** Why a file can't be imported at all. */
export type FileFault = 'unknown' | 'broken' | 'tooLarge' | 'none' | 'tooSlow'
export class UnreadableFile extends Error {
  readonly fault: FileFault

  constructor(fault: FileFault, options?: ErrorOptions) {
    super(`The file cannot be imported: ${fault}.`, options)
    this.fault = fault
  }
}
