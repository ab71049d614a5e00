import type { Language } from '@atrium/contract'
import { directionOf } from '@atrium/phrases'

/** An entry of a list: its text, with a link to it and a second line, if any. */
export type ListEntry = { text: string; link?: string | null; note?: string }

/**
 * A part of a mail: text, whose first address becomes a link; a code to copy; the mail's main link; a heading; a list; or the last
 * lines in small print, with links.
 */
export type Paragraph =
  | { text: string }
  | { code: string }
  | { link: string; label: string }
  | { heading: string }
  | { entries: readonly ListEntry[] }
  | { footer: string; links: readonly { link: string; label: string }[] }

/** Returns a mail's two bodies. All text is escaped. */
export const mailBody = (paragraphs: readonly Paragraph[], language: Language) => ({
  textBody: `${paragraphs.map(asText).join('\n\n')}\n`,
  htmlBody: asHtml(paragraphs, language),
})

/** Returns a user-chosen name in a form that no mail program turns into a link. */
export const withoutAddress = (name: string) => name.replaceAll(/[.:/@](?=\S)/g, '$&\u2060')

function asText(part: Paragraph): string {
  if ('code' in part) return part.code
  if ('heading' in part) return part.heading
  if ('entries' in part) return part.entries.map(entryAsText).join('\n')
  if ('footer' in part)
    return ['-- ', part.footer, ...part.links.map(({ label, link }) => `${label}: ${link}`)].join('\n')
  return 'link' in part ? `${part.label}: ${part.link}` : part.text
}

const entryAsText = ({ text, link, note }: ListEntry) =>
  [`- ${text}`, ...(note ? [`  ${note}`] : []), ...(link ? [`  ${link}`] : [])].join('\n')

/**
 * Colors are set on the elements, because some programs drop style sheets; the style sheet overrides them in dark mode. The two
 * `meta` elements keep programs from inverting the colors themselves.
 */
const darkStyle = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#16181d!important}
.sheet{background:#1f2229!important;border-color:#32363f!important;color:#eceae4!important}
.soft,.soft a{color:#a7abb5!important}
.line{border-color:#32363f!important}
.text a,.entry a{color:#aab4ff!important}
.button{background:#5b68e0!important;color:#ffffff!important}
}`

function asHtml(paragraphs: readonly Paragraph[], language: Language): string {
  const font =
    'font-family:system-ui,-apple-system,Segoe UI,Noto Sans,sans-serif;font-size:16px;line-height:1.5;color:#1f2328'
  const cell = `${font};background:#ffffff;border:1px solid #e2ded4;border-radius:14px;padding:8px 24px 16px;overflow-wrap:anywhere`
  return [
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<style>${darkStyle}</style></head><body class="page" style="margin:0;padding:24px 12px;background:#f6f4ef">`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;margin:0 auto;border-collapse:separate"><tr><td class="sheet" style="${cell}">`,
    ...paragraphs.map(partAsHtml),
    '</td></tr></table></body></html>',
  ].join('')
}

function partAsHtml(part: Paragraph): string {
  if ('code' in part)
    return `<p dir="ltr" style="font-size:32px;letter-spacing:6px;font-weight:600;margin:24px 0">${escaped(part.code)}</p>`
  if ('heading' in part)
    return `<h2 style="font-size:18px;line-height:1.3;margin:28px 0 8px">${escaped(part.heading)}</h2>`
  if ('entries' in part) return part.entries.map(entryAsHtml).join('')
  if ('footer' in part)
    return `<p class="soft line" style="margin:28px 0 8px;padding-top:16px;border-top:1px solid #e2ded4;font-size:13px;color:#5d6069">${escaped(part.footer)} ${part.links.map(({ link, label }) => `<a href="${escaped(link)}" style="color:#5d6069">${escaped(label)}</a>`).join(' · ')}</p>`
  if ('link' in part)
    return `<p style="margin:24px 0"><a class="button" href="${escaped(part.link)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#3b46b5;color:#ffffff;font-weight:600;text-decoration:none">${escaped(part.label)}</a></p>`
  return `<p class="text" style="margin:16px 0">${linked(escaped(part.text))}</p>`
}

const entryAsHtml = ({ text, link, note }: ListEntry) =>
  `<p class="entry line" style="margin:0;padding:10px 0;border-top:1px solid #eeebe3">${
    link
      ? `<a href="${escaped(link)}" style="color:#3b46b5;font-weight:600;text-decoration:none">${escaped(text)}</a>`
      : escaped(text)
  }${note ? `<br><span class="soft" style="font-size:14px;color:#5d6069">${escaped(note)}</span>` : ''}</p>`

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const linked = (html: string) => html.replace(/https?:\/\/[^\s<]+/, (url) => `<a href="${url}">${url}</a>`)
