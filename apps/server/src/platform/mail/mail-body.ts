import type { Language } from '@atrium/contract'
import { directionOf } from '@atrium/phrases'

/** A part of a mail: text, whose first address becomes a link; a code to copy; or the mail's main link. */
export type Paragraph = { text: string } | { code: string } | { link: string; label: string }

/** Returns a mail's two bodies. All text is escaped. */
export const mailBody = (paragraphs: readonly Paragraph[], language: Language) => ({
  textBody: `${paragraphs.map(asText).join('\n\n')}\n`,
  htmlBody: asHtml(paragraphs, language),
})

/** Returns a user-chosen name in a form that no mail program turns into a link. */
export const withoutAddress = (name: string) => name.replaceAll(/[.:/@](?=\S)/g, '$&\u2060')

function asText(part: Paragraph): string {
  if ('code' in part) return part.code
  return 'link' in part ? `${part.label}: ${part.link}` : part.text
}

function asHtml(paragraphs: readonly Paragraph[], language: Language): string {
  const style =
    'font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;color:#1f2328;max-width:560px;margin:0 auto;padding:24px'
  return `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><meta charset="utf-8"><body style="${style}">${paragraphs.map(partAsHtml).join('')}</body></html>`
}

function partAsHtml(part: Paragraph): string {
  if ('code' in part)
    return `<p dir="ltr" style="font-size:32px;letter-spacing:6px;font-weight:600;margin:24px 0">${escaped(part.code)}</p>`
  if ('link' in part)
    return `<p style="margin:24px 0"><a href="${escaped(part.link)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#3b46b5;color:#ffffff;font-weight:600;text-decoration:none">${escaped(part.label)}</a></p>`
  return `<p style="margin:16px 0">${linked(escaped(part.text))}</p>`
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const linked = (html: string) => html.replace(/https?:\/\/[^\s<]+/, (url) => `<a href="${url}">${url}</a>`)
