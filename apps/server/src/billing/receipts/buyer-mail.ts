import { type AccountId, formatMoney, type Language, type UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { mailBody, withoutAddress } from '../../platform/mail/mail-body.ts'
import { buyerWords } from './buyer-words.ts'
import type { AccountToChange } from '../lock-account.ts'
import type { BillingPorts } from '../ports.ts'
import { billingDetailsOf, type OrderRow } from '../queries.ts'

/** An account may place 40 orders an hour; each has a receipt. */
const maxMailsAnHour = 60

type Account = Pick<AccountToChange, 'id' | 'name'>
type News =
  | { what: 'failed'; item: string; next: string; attemptsLeft: number }
  | { what: 'cancelled'; item: string; next: string; date: string }
  | { what: 'ended'; item: string; next: string }

/** Returns the language of a person's mails; of the account's owner for orders without a person. */
export async function languageOfBuyer(
  trx: Transaction,
  accountId: AccountId,
  userId: UserId | null,
): Promise<Language> {
  const found = await sql<{ language: Language | null }>`
    select language from user_profile where user_id = coalesce(${userId}::text,
      (select membership.user_id from membership where account_id = ${accountId} and role = 'owner'))`.execute(
    trx,
  )
  return found.rows[0]?.language ?? 'en'
}

/** Queues the mail with an order's receipt number, for the address on the receipt. */
export async function mailReceipt(
  trx: Transaction,
  { siteUrl }: Pick<BillingPorts, 'siteUrl'>,
  account: Account,
  order: OrderRow & { receiptNumber: string },
): Promise<void> {
  const language = await languageOfBuyer(trx, account.id, order.userId)
  const words = buyerWords(language)
  const values = {
    number: order.receiptNumber,
    seller: withoutAddress(order.seller.name),
    item: withoutAddress(order.itemName),
    account: withoutAddress(account.name),
    total: formatMoney(order.currency, order.netMinor + order.taxMinor),
  }
  await queueMail(trx, {
    recipient: order.buyer.email,
    kind: 'billing:paid',
    maxPerHour: maxMailsAnHour,
    subject: words('paid.subject', values),
    ...mailBody(
      [
        ...(order.isSandbox ? [{ text: words('sandbox') }] : []),
        { text: words('paid.text', values) },
        {
          link: `${siteUrl}/plans-and-billing/order-history/${account.id}`,
          label: words('paid.button'),
        },
      ],
      language,
    ),
  })
}

/** Queues a mail about the account's plan, for the address of its billing details. */
export async function mailAboutPlan(
  trx: Transaction,
  { siteUrl }: Pick<BillingPorts, 'siteUrl'>,
  account: Account,
  userId: UserId | null,
  news: News,
): Promise<void> {
  const buyer = await billingDetailsOf(trx, account.id)
  if (!buyer) return
  const language = await languageOfBuyer(trx, account.id, userId)
  const words = buyerWords(language)
  const values = {
    item: withoutAddress(news.item),
    next: withoutAddress(news.next),
    account: withoutAddress(account.name),
    count: news.what === 'failed' ? String(news.attemptsLeft) : '',
    date:
      news.what === 'cancelled'
        ? new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
            new Date(news.date),
          )
        : '',
  }
  await queueMail(trx, {
    recipient: buyer.email,
    kind: `billing:${news.what}`,
    subject: words(`${news.what}.subject`, values),
    ...mailBody(
      [
        { text: words(`${news.what}.text`, values) },
        {
          link: `${siteUrl}/plans-and-billing/plans-and-top-ups/${account.id}`,
          label: words('failed.button'),
        },
      ],
      language,
    ),
  })
}
