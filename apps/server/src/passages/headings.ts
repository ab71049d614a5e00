/** Lengths of what stands above a passage: headings, and characters of one. */
const mostHeadings = 8
const mostOfHeading = 200

export type Headings = {
  /** A heading was met; 1 is the outermost level. */
  enter(text: string, level: number): void
  /** Those under which the reading is now, outermost first. */
  path(): string[]
}

/** Keeps the headings above what is being read. */
export function createHeadings(): Headings {
  const open: { level: number; text: string }[] = []
  return {
    enter(text, level) {
      while (open.length > 0 && (open.at(-1)?.level ?? 0) >= level) open.pop()
      if (open.length === mostHeadings) open.pop()
      open.push({ level, text: text.replaceAll(/\s+/g, ' ').slice(0, mostOfHeading).toWellFormed() })
    },
    path: () => open.map(({ text }) => text),
  }
}
