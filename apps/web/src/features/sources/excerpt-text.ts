/** The beginning of a passage as plain text, without the markup of headings, items and rows. */
export const excerptText = (excerpt: string): string =>
  excerpt
    .replaceAll(/(^|\s)(?:#{1,6}|[-*•]|\|)(?=\s)/gu, '$1')
    .replaceAll(/\s+/gu, ' ')
    .trim()
