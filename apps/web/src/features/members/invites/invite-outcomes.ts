import type { InviteLine } from '@atrium/contract'

/** This line can invite, or has invited, a person. */
export const isRight = ({ outcome }: InviteLine): boolean => outcome === 'valid' || outcome === 'invited'

/** This line has no problem. */
export const isFine = (line: InviteLine): boolean => isRight(line) || line.outcome === 'heading'

/** Sorts lines with problems first, each part in list order. */
export const problemsFirst = (lines: readonly InviteLine[]): InviteLine[] => [
  ...lines.filter((line) => !isFine(line)),
  ...lines.filter(isFine),
]

/** Returns the skipped lines as a list, to correct and send again. */
export const textOfSkipped = (lines: readonly InviteLine[]): string =>
  lines
    .filter((line) => !isFine(line))
    .map(({ text }) => text)
    .join('\n')
