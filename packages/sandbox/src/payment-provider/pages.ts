import { createHash } from 'node:crypto'
import { escapeHtml } from '../mail-inbox/escape-html.ts'
import { pageStyle } from '../mail-inbox/page-style.ts'
import type { Payments, Session } from './payments.ts'

const style = `${pageStyle}
.amount { font-size: 2rem; font-weight: 650; margin: 8px 0 4px; }
form.pay { display: grid; gap: 10px; max-inline-size: 420px; }
form.pay button, form.row button { min-block-size: 44px; padding: 8px 16px; font: inherit; border-radius: 8px; border: 1px solid var(--line); background: var(--sheet); color: var(--ink); cursor: pointer; }
form.pay button.main { background: var(--accent); color: var(--ground); border-color: var(--accent); font-weight: 600; }
form.row { display: flex; flex-wrap: wrap; gap: 8px; margin-block-start: 8px; }
.problem { border-inline-start: 4px solid #c92a2a; padding-inline-start: 12px; }
`

/** Content-Security-Policy of every page: its own style sheet, and forms that end at the shop. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const money = (minor: number, currency: string) =>
  `${currency === 'inr' ? '₹' : '$'}${(minor / 100).toFixed(2)} ${currency.toUpperCase()}`

/** The hosted checkout page; works without script. */
export function checkoutPage(session: Session, item: string, { isDeclined = false } = {}): string {
  return page(
    'Sandbox checkout',
    `<article><p>${escapeHtml(item)}</p><p class="amount">${money(session.amount_total, session.currency)}</p>
    ${isDeclined ? '<p class="problem" role="alert"><strong>The card was declined.</strong> Nothing was paid. Try again, or go back.</p>' : ''}
    <form class="pay" method="post">
      <button class="main" name="action" value="pay">Pay</button>
      <button name="action" value="confirm">Pay with an extra step at the bank</button>
      <button name="action" value="decline">Pay with a card that is declined</button>
      <button name="action" value="abandon">Back without paying</button>
    </form></article>`,
  )
}

/** The extra step that a bank may ask for (3-D Secure). */
export const confirmPage = (session: Session): string =>
  page(
    'Sandbox bank',
    `<article><h2>Is this you?</h2><p>Your bank asks you to confirm a payment of ${money(session.amount_total, session.currency)}.</p>
    <form class="pay" method="post"><button class="main" name="action" value="pay">Confirm</button>
    <button name="action" value="decline">Refuse</button></form></article>`,
  )

export const closedPage = (session: Session | undefined): string =>
  page(
    'Sandbox checkout',
    `<div class="empty"><strong>${session?.status === 'complete' ? 'This is paid already' : 'This page is closed'}</strong>
    ${session ? `<a href="${escapeHtml(session.status === 'complete' ? session.success_url : session.cancel_url)}">Back to the shop</a>` : 'The sandbox forgets its payments when it stops.'}</div>`,
  )

/** What an operator sees at the provider: every payment, to refund or dispute. */
export function operatorPage(payments: Payments): string {
  const rows = [...payments.payments.values()].toReversed().map((payment) => {
    const charge = payments.chargeOf(payment.id)
    const dispute = [...payments.disputes.values()].find((one) => one.payment_intent === payment.id)
    const state = [
      payment.status,
      charge && charge.amount_refunded > 0
        ? `refunded ${money(charge.amount_refunded, payment.currency)}`
        : '',
      dispute ? `dispute ${dispute.status}` : '',
    ].filter(Boolean)
    const button = (action: string, label: string) =>
      `<button name="action" value="${action}">${label}</button>`
    return `<li><span class="subject">${money(payment.amount, payment.currency)}</span><span class="meta">${escapeHtml(payment.id)} · ${escapeHtml(state.join(' · '))}</span>
      <form class="row" method="post" action="/payments/${payment.id}">${button('refund', 'Refund')}${button('half', 'Refund half')}${button('dispute', 'Dispute')}${button('won', 'Dispute won')}${button('lost', 'Dispute lost')}</form></li>`
  })
  const list =
    rows.length === 0
      ? '<div class="empty"><strong>No payment yet</strong></div>'
      : `<ul class="mails">${rows.join('')}</ul>`
  return page(
    'Sandbox payments',
    `<form class="row" method="post" action="/card"><button name="action" value="pays">Saved cards pay</button><button name="action" value="declines">Saved cards are declined</button></form>
    <p>Saved cards: ${payments.card === 'pays' ? 'pay' : 'are declined'}</p>${list}`,
  )
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${style}</style></head><body><div class="page">
<header><h1>${title}</h1><p class="note">Sandbox: no money moves, and no card is asked for. Payments stay in the memory of this machine until it stops.</p></header>
<main>${body}</main></div></body></html>`
}
