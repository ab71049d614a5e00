/** The text that stands for a picture: its description, or the question that it answers. */
export const altOf = (altText: string | undefined, prompt: string): string =>
  altText !== undefined && altText !== '' ? altText : prompt
