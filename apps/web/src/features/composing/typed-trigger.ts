import type { Mention } from '@atrium/contract'

/** What is being typed that suggestions help with: where it begins and what follows its sign. */
export type Trigger = { sign: '@' | '/'; start: number; query: string }

const mostOfCommand = 40

/**
 * What is typed before the caret: an action after a `/` with which the whole text begins, or a name of at most `most` characters
 * after an `@` that no address has before it. Null when it is neither, or a mention that stands already.
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
    caret <= mostOfCommand &&
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
