/** Limits of the headings above a passage: their number, and characters of each. */
const maxHeadings = 8
const maxHeadingCharacters = 200

export type Headings = {
  /** Records a heading; 1 is the outermost level. */
  enter(text: string, level: number): void
  /** The headings above the current block, outermost first. */
  path(): string[]
}

/** Tracks the headings above the current block. */
export function createHeadings(): Headings {
  const open: { level: number; text: string }[] = []
  return {
    enter(text, level) {
      while (open.length > 0 && (open.at(-1)?.level ?? 0) >= level) open.pop()
      if (open.length === maxHeadings) open.pop()
      open.push({ level, text: text.replaceAll(/\s+/g, ' ').slice(0, maxHeadingCharacters).toWellFormed() })
    },
    path: () => open.map(({ text }) => text),
  }
}
