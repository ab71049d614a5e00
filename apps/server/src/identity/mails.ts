import type { Language } from '@atrium/contract'
import ar from '@atrium/phrases/ar/mails.ts'
import arSecurity from '@atrium/phrases/ar/security-mails.ts'
import en from '@atrium/phrases/en/mails.ts'
import enSecurity from '@atrium/phrases/en/security-mails.ts'
import fr from '@atrium/phrases/fr/mails.ts'
import frSecurity from '@atrium/phrases/fr/security-mails.ts'
import vi from '@atrium/phrases/vi/mails.ts'
import viSecurity from '@atrium/phrases/vi/security-mails.ts'
import zh from '@atrium/phrases/zh/mails.ts'
import zhSecurity from '@atrium/phrases/zh/security-mails.ts'
import type { Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { mailBody, type Paragraph } from '../platform/mail-body.ts'
import type { CodePurpose } from './codes.ts'
import type { QueueMail } from './ports.ts'

const phrases: Record<Language, Record<keyof typeof en, string>> = { ar, en, fr, vi, zh }

const securityPhrases: Record<Language, Record<keyof typeof enSecurity, string>> = {
  ar: arSecurity,
  en: enSecurity,
  fr: frSecurity,
  vi: viSecurity,
  zh: zhSecurity,
}

type NewsOf<Key> = Key extends `${infer News}.subject` ? News : never
/** What a person hears of how they sign in, and of themselves as a user. */
export type SecurityNews = NewsOf<keyof typeof enSecurity>

type Recipient = { email: string; language: Language | null }

/**
 * The mails about signing in. None repeats a name that somebody typed: signing up with another person's address must not
 * let anybody write to them.
 */
export type IdentityMails = {
  sendCode(transaction: Transaction, to: Recipient, purpose: CodePurpose, code: string): Promise<void>
  /** To the owner of an address with which somebody tried to sign up again. */
  tellOfSignUp(transaction: Transaction, to: Recipient): Promise<void>
  tellOfNewPassword(transaction: Transaction, to: Recipient): Promise<void>
  /** `provider` as its button calls it. */
  tellOfProvider(transaction: Transaction, to: Recipient, provider: string): Promise<void>
  /** `values` are what the text has in double braces. */
  tellOfSecurity(
    transaction: Transaction,
    to: Recipient,
    news: SecurityNews,
    values?: Record<string, string | number>,
  ): Promise<void>
}

/** News after which there is nothing to look after. */
const needsNothing = new Set<SecurityNews>(['deletionRequested', 'exportReady'])

const codeMails = {
  'verify-email': 'verifyEmail',
  'openid-address': 'verifyEmail',
  'new-password': 'newPassword',
} as const

export function createMails(queueMail: QueueMail, siteUrl: string): IdentityMails {
  const queue = (
    transaction: Transaction,
    { email, language }: Recipient,
    kind: string,
    subject: string,
    paragraphs: Paragraph[],
  ) =>
    queueMail(transaction, {
      recipient: email,
      kind,
      subject,
      ...mailBody(paragraphs, language ?? 'en'),
    })
  /** News of which an address had enough in the last hour is left out: nobody waits for it, and nothing else may fail of it. */
  const tell = async (...news: Parameters<typeof queue>): Promise<void> => void (await queue(...news))

  return {
    async sendCode(transaction, to, purpose, code) {
      const words = phrases[to.language ?? 'en']
      const mail = codeMails[purpose]
      const queued = await queue(transaction, to, `identity:${purpose}`, words[`${mail}.subject`], [
        { text: words[`${mail}.text`] },
        { code },
        { text: words['code.life'] },
        { text: words['code.notYou'] },
      ])
      if (queued.outcome === 'too-many')
        fail('CODE_RECENTLY_SENT', { retryAfterSeconds: queued.retryAfterSeconds })
    },
    tellOfSignUp(transaction, to) {
      const words = phrases[to.language ?? 'en']
      return tell(transaction, to, 'identity:already-signed-up', words['alreadySignedUp.subject'], [
        { text: words['alreadySignedUp.text'] },
        { text: words['alreadySignedUp.next'].replace('{{url}}', `${siteUrl}/auth/login`) },
      ])
    },
    tellOfNewPassword(transaction, to) {
      const words = phrases[to.language ?? 'en']
      return tell(transaction, to, 'identity:password-changed', words['passwordChanged.subject'], [
        { text: words['passwordChanged.text'] },
        { text: words['passwordChanged.next'].replace('{{url}}', `${siteUrl}/auth/forgot-password`) },
      ])
    },
    tellOfProvider(transaction, to, provider) {
      const words = phrases[to.language ?? 'en']
      const filled = (text: string) => text.replace('{{provider}}', () => provider)
      return tell(transaction, to, 'identity:provider-added', filled(words['providerAdded.subject']), [
        { text: filled(words['providerAdded.text']) },
        { text: words['providerAdded.next'].replace('{{url}}', `${siteUrl}/auth/forgot-password`) },
      ])
    },
    tellOfSecurity(transaction, to, news, values = {}) {
      const words = securityPhrases[to.language ?? 'en']
      const given: Record<string, string | number> = {
        ...values,
        url: news === 'deletionRequested' ? `${siteUrl}/auth/login` : `${siteUrl}/profile`,
      }
      const filled = (text: string) =>
        text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(given[name] ?? ''))
      return tell(transaction, to, `identity:${news}`, words[`${news}.subject`], [
        { text: filled(words[`${news}.text`]) },
        ...(needsNothing.has(news) ? [] : [{ text: filled(words.notYou) }]),
      ])
    },
  }
}
