import type { Mention } from '@atrium/contract'

/** The typed text that suggestions apply to: its start and what follows its sign. */
export type Trigger = { sign: '@' | '/'; start: number; query: string }

const maxCommandCharacters = 40

/**
 * Returns what is typed before the caret: an action after a leading `/`, or a name of at most `most` characters after an `@` that
 * is not part of an address. Null for anything else, or an existing mention.
 */
export function triggerAt(
  text: string,
  caret: number,
  { mentions, most, hasActions }: { mentions: readonly Mention[]; most: number; hasActions: boolean },
): Trigger | null {
  if (
    hasActions &&
    text.startsWith('/') &&
    caret > 0 &&
    caret <= maxCommandCharacters &&
    !/[\n/]/.test(text.slice(1, caret))
  )
    return { sign: '/', start: 0, query: text.slice(1, caret) }
  const start = text.lastIndexOf('@', caret - 1)
  if (start === -1 || caret === 0 || caret - start - 1 > most) return null
  const query = text.slice(start + 1, caret)
  const isInAddress = /[\w.%+-]/.test(text[start - 1] ?? ' ')
  if (isInAddress || /^\s|\n|\s{2}/.test(query)) return null
  const stands = mentions.some((mention) => mention.start <= start && start < mention.start + mention.length)
  return stands ? null : { sign: '@', start, query }
}
