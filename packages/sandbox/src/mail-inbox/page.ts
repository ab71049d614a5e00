import { createHash } from 'node:crypto'
import { escapeHtml } from './escape-html.ts'
import { pageStyle } from './page-style.ts'
import type { ReceivedMail } from './received-mail.ts'

const refreshSeconds = 4

/** Replaces the list only if it changed, to keep focus and typed text. */
const refreshScript = `
setInterval(async () => {
  const reply = await fetch(location.href).catch(() => null)
  if (!reply?.ok) return
  const fresh = new DOMParser().parseFromString(await reply.text(), 'text/html').getElementById('mails')
  const shown = document.getElementById('mails')
  if (fresh.innerHTML !== shown.innerHTML) shown.replaceWith(fresh)
}, ${refreshSeconds * 1000})
`

/**
 * Content-Security-Policy of every page: our one style sheet and the list's one script by their hashes, nothing from
 * elsewhere. A frame of a mail's HTML inherits it, so that its own styles must be allowed for that page.
 */
export function contentSecurityPolicy({ showsHtml }: { showsHtml: boolean }): string {
  return [
    "default-src 'none'",
    `style-src ${showsHtml ? "'unsafe-inline'" : hashSource(pageStyle)}`,
    `script-src ${showsHtml ? "'none'" : hashSource(refreshScript)}`,
    "connect-src 'self'",
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** The list of mails, newest first; it brings itself up to date every few seconds. */
export function listPage(mails: ReceivedMail[], to: string): string {
  const filter = `<form method="get" action="/"><label>Show mails to
    <input name="to" type="email" value="${escapeHtml(to)}" placeholder="name@example.org" autocomplete="off"></label>
    <button>Show</button>${to === '' ? '' : '<a class="clear" href="/">Show all</a>'}</form>`
  const list =
    mails.length === 0
      ? emptyList(to)
      : `<ul class="mails">${mails.map((mail) => listItem(mail, to)).join('')}</ul>`
  return page('Sandbox inbox', `${filter}<div id="mails">${list}</div><script>${refreshScript}</script>`)
}

function emptyList(to: string): string {
  const whom = to === '' ? '' : ` to ${escapeHtml(to)}`
  return `<div class="empty"><strong>No mail${whom} yet</strong>This page looks again every ${refreshSeconds} seconds.</div>`
}

function listItem(mail: ReceivedMail, to: string): string {
  const query = to === '' ? '' : `?to=${encodeURIComponent(to)}`
  return `<li><a href="/mails/${mail.id}${escapeHtml(query)}">
    <span class="subject" dir="auto">${escapeHtml(mail.subject || 'No subject')}</span>${time(mail)}
    <span class="meta">To ${escapeHtml(mail.to.join(', '))}</span>${mail.code === null ? '' : `<span class="list-code">${mail.code}</span>`}</a></li>`
}

/** One mail: its code large, its text, and its HTML in a frame that can run and load nothing. */
export function mailPage(mail: ReceivedMail, to: string): string {
  const back = to === '' ? '/' : `/?to=${encodeURIComponent(to)}`
  const code =
    mail.code === null ? '' : `<div class="code"><span>Code</span><output>${mail.code}</output></div>`
  const text =
    mail.text.trim() === '' ? '' : `<h3>Text</h3><pre dir="auto">${escapeHtml(mail.text.trim())}</pre>`
  const html =
    mail.html === ''
      ? ''
      : `<h3>As a mail program shows it</h3><iframe title="The mail as a mail program shows it" sandbox srcdoc="${escapeHtml(framed(mail.html))}"></iframe>`
  const files =
    mail.attachments.length === 0
      ? ''
      : `<dt>Files</dt><dd>${mail.attachments.map(({ name, sizeBytes }) => `${escapeHtml(name)} (${Math.ceil(sizeBytes / 1024)} KB)`).join(', ')}</dd>`
  const body = `<p><a href="${escapeHtml(back)}">All mails</a></p><article><h2 dir="auto">${escapeHtml(mail.subject || 'No subject')}</h2>
    <dl><dt>From</dt><dd>${escapeHtml(mail.from)}</dd><dt>To</dt><dd>${escapeHtml(mail.to.join(', '))}</dd><dt>Received</dt><dd>${time(mail)}</dd>${files}</dl>
    ${code}${text}${html}</article>`
  return page(`${mail.subject || 'No subject'} – Sandbox inbox`, body)
}

export function missingPage(): string {
  return page(
    'Not here – Sandbox inbox',
    '<div class="empty"><strong>This mail is not here (any more)</strong><a href="/">All mails</a></div>',
  )
}

/** The policy comes first in the document, because it doesn't apply to elements before it. */
function framed(html: string): string {
  return `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">${html}`
}

function time({ receivedAt }: ReceivedMail): string {
  const shown = receivedAt.toISOString().slice(0, 19).replace('T', ' ')
  return `<time datetime="${receivedAt.toISOString()}">${shown} UTC</time>`
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${pageStyle}</style></head><body><div class="page">
<header><h1><a href="/">Sandbox inbox</a></h1><p class="note">These mails were not really sent. They stay in the memory of this machine until it stops.</p></header>
<main>${body}</main></div></body></html>`
}
