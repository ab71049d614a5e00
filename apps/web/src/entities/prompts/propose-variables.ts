/** A text of a question that looks like a blank: what stands in brackets, quotes, or is a number, date or address. */
const looksLikeBlank =
  /\[([^\][\n]{2,60})\]|<([^<>\n]{2,60})>|\{\{([^{}\n]{2,60})\}\}|["“«]\s?([^"”»\n]{2,60}?)\s?["”»]|([\w.+-]+@[\w-]+\.[\w.]+)|(\d[\d.,/:-]*\d\s?%?)/gu
const ofTemplate = /#\{[^\n]*?\}#/g
const maxProposals = 6

/** Returns the parts of a question that may change from one use to the next, as written and as a name; each once. */
export function proposeVariables(text: string): { found: string; name: string }[] {
  const proposals = new Map<string, { found: string; name: string }>()
  for (const match of text.replaceAll(ofTemplate, ' ').matchAll(looksLikeBlank)) {
    const found = match[0].trim()
    const inner = match.slice(1).find((part) => part !== undefined) ?? found
    const name = inner.replaceAll(/[:|#{}]/g, ' ').trim()
    if (name !== '') proposals.set(found, { found, name })
  }
  return [...proposals.values()].slice(0, maxProposals)
}

/** Returns the text with every occurrence of a proposal as a variable. */
export const withVariable = (text: string, { found, name }: { found: string; name: string }): string =>
  text.replaceAll(found, () => `#{${name}}#`)
