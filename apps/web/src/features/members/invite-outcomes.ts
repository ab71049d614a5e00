import type { InviteLine } from '@atrium/contract'

/** Somebody can be, or was, invited by this line. */
export const isRight = ({ outcome }: InviteLine): boolean => outcome === 'valid' || outcome === 'invited'

/** There is nothing to put right in this line. */
export const isFine = (line: InviteLine): boolean => isRight(line) || line.outcome === 'heading'

/** The lines with those first that need a look, each part in the order of the list. */
export const troubleFirst = (lines: readonly InviteLine[]): InviteLine[] => [
  ...lines.filter((line) => !isFine(line)),
  ...lines.filter(isFine),
]

/** A list of the lines that were passed over, to be put right and sent again. */
export const textOfWrong = (lines: readonly InviteLine[]): string =>
  lines
    .filter((line) => !isFine(line))
    .map(({ text }) => text)
    .join('\n')
