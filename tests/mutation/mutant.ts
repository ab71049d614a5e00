/** One small change to one file: the text from `start` to `end` becomes `replacement`. */
export type Mutant = {
  /** The rule that made it, as it is printed. */
  rule: string
  start: number
  end: number
  replacement: string
}

/** The text with the mutant in it. */
export const applyMutant = (text: string, { start, end, replacement }: Omit<Mutant, 'rule'>): string =>
  text.slice(0, start) + replacement + text.slice(end)
