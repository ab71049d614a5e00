/** How a passage begins, in words alone: without the marks of headings, items and rows that its text has for them. */
export const excerptText = (excerpt: string): string =>
  excerpt
    .replaceAll(/(^|\s)(?:#{1,6}|[-*•]|\|)(?=\s)/gu, '$1')
    .replaceAll(/\s+/gu, ' ')
    .trim()
