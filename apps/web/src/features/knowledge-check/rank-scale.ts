import { limits } from '@atrium/contract'

/** Measures of the picture, in its own units. */
export const picture = { width: 320, rowHeight: 22, top: 24, numberWidth: 28, end: 14 }

/** The position of a rank between the two ends, from 0 to 1: the first ranks have more space, and missing ones are last. */
export function placeOf(rank: number | null): number {
  const last = Math.log2(limits.checkedPassages + 1)
  return rank === null ? 1 : (Math.log2(rank) / last) * 0.86
}

/** The same, from the start edge of the reading direction. */
export function xOf(rank: number | null, isRtl: boolean): number {
  const { width, numberWidth, end } = picture
  const x = numberWidth + placeOf(rank) * (width - numberWidth - end)
  return isRtl ? width - x : x
}
