/** A document with text on less than this share of its pages is a scan. */
const minShareWithText = 0.05

export const areTooFew = (pagesWithText: number, pages: number): boolean =>
  pagesWithText < pages * minShareWithText
