/** A document of which less than this share of the pages has text is one of pictures. */
const leastShareWithText = 0.05

export const areTooFew = (pagesWithText: number, pages: number): boolean =>
  pagesWithText < pages * leastShareWithText
