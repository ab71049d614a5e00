import type { Chunk } from './steps.ts'

// A word with the blanks before it, a run of blanks, two Chinese characters, or one mark: about what vendors send.
const token = /\p{Script=Han}{1,2}|\s*[\p{L}\p{M}\p{N}_]{1,9}|\s+|./gsu

/** Cuts a text into pieces of about one token each; joined they are the text again. */
export function cutIntoChunks(text: string): string[] {
  return text.match(token) ?? []
}

/** The chunks of an answer: its reasoning first, when there is some, then its text. */
export function* chunksOf(answer: { reasoning?: string; text: string }): Iterable<Chunk> {
  for (const piece of cutIntoChunks(answer.reasoning ?? '')) yield { reasoning: piece }
  for (const piece of cutIntoChunks(answer.text)) yield { text: piece }
}
