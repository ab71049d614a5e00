import { normaliseLink } from '@atrium/ui/links.ts'

export type TextPiece = { text: string; href?: string }

/** Typed links: with a scheme or www., a host with a path, or an IP address. */
const written =
  /(?:https?:\/\/|mailto:|www\.)[^\s<>"]+|(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?(?:\/[^\s<>"]*)?|(?:[\p{L}\d-]+\.)+\p{L}{2,}(?::\d+)?\/[^\s<>"]*/giu
/** Ends a sentence rather than an address. */
const closing = /[.,;:!?)\]'”’。，]+$/u

/** Splits a text into links, by the rule for typed links (UI-01), and the rest. */
export function linksIn(text: string, siteBase: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let end = 0
  for (const match of text.matchAll(written)) {
    const link = match[0].replace(closing, '')
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) })
    pieces.push({ text: link, href: normaliseLink(link, siteBase) })
    end = match.index + link.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}
