import type { Mention } from '@atrium/contract'

/** A mention without its position. */
export type Named = Mention extends infer One
  ? One extends Mention
    ? Omit<One, 'start' | 'length'>
    : never
  : never

/** A text with its mentions. */
export type MentioningText = { text: string; mentions: readonly Mention[] }

/** Returns the mentions after an edit of the text: those after the edit move, edited ones become plain text. */
export function moveMentions(
  mentions: readonly Mention[],
  before: string,
  after: string,
): readonly Mention[] {
  if (mentions.length === 0 || before === after) return mentions
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  const moved = after.length - before.length
  return mentions.flatMap((mention) => {
    if (mention.start + mention.length <= head) return [mention]
    return mention.start >= before.length - tail ? [{ ...mention, start: mention.start + moved }] : []
  })
}

/** Replaces the typed text between `from` and `to` by a mention and a space; `caret` is the new position. */
export function insertMention(
  { text, mentions }: MentioningText,
  { from, to }: { from: number; to: number },
  named: Named,
  name: string,
): MentioningText & { caret: number } {
  const written = `@${name.replaceAll(/\s+/g, ' ').trim()}`
  const rest = text.slice(to)
  const gap = /^\s/.test(rest) ? '' : ' '
  const changed = text.slice(0, from) + written + gap + rest
  const mention: Mention = { ...named, start: from, length: written.length }
  const others = moveMentions(
    mentions.filter(({ start, length }) => start + length <= from || start >= to),
    text,
    changed,
  )
  return {
    text: changed,
    mentions: [...others, mention].toSorted((one, other) => one.start - other.start),
    caret: from + written.length + 1,
  }
}

/** Finds the mentions of a text in a rewording of it, each at its next occurrence; drops missing ones. */
export function findMentions({ text, mentions }: MentioningText, wording: string): Mention[] {
  let from = 0
  return mentions.flatMap((mention) => {
    const start = wording.indexOf(text.slice(mention.start, mention.start + mention.length), from)
    if (start === -1) return []
    from = start + mention.length
    return [{ ...mention, start }]
  })
}

/** Two texts as one, an empty line between them. */
export function joinTexts(one: MentioningText, other: MentioningText): MentioningText {
  if (one.text === '' || other.text === '') return one.text === '' ? other : one
  const text = `${one.text}\n\n${other.text}`
  const by = text.length - other.text.length
  const moved = other.mentions.map((mention) => ({ ...mention, start: mention.start + by }))
  return { text, mentions: [...one.mentions, ...moved] }
}
