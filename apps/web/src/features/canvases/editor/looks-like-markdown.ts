import { hasFormula } from '@atrium/canvas'

const signs =
  /^(?:#{1,6} |[-*+] (?:\[[ x]\] )?\S|\d{1,3}[.)] |> |```|\|.+\|$)|\*\*\S[^*]*\*\*|\[[^\]]+\]\(https?:|`[^`]+`/m

/** Whether pasted text is Markdown rather than plain words. */
export const looksLikeMarkdown = (text: string): boolean => signs.test(text) || hasFormula(text)
