import { type Language, limits } from '@atrium/contract'
import ar from '@atrium/phrases/ar/mails/mails.ts'
import arSecurity from '@atrium/phrases/ar/mails/security-mails.ts'
import en from '@atrium/phrases/en/mails/mails.ts'
import enSecurity from '@atrium/phrases/en/mails/security-mails.ts'
import fr from '@atrium/phrases/fr/mails/mails.ts'
import frSecurity from '@atrium/phrases/fr/mails/security-mails.ts'
import vi from '@atrium/phrases/vi/mails/mails.ts'
import viSecurity from '@atrium/phrases/vi/mails/security-mails.ts'
import zh from '@atrium/phrases/zh/mails/mails.ts'
import zhSecurity from '@atrium/phrases/zh/mails/security-mails.ts'
import type { Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { mailBody, type Paragraph } from '../platform/mail/mail-body.ts'
import type { CodePurpose } from './codes/code-limits.ts'
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
/** News about a person's ways of signing in, and about their user account. */
export type SecurityNews = NewsOf<keyof typeof enSecurity>

type Recipient = { email: string; language: Language | null }

/**
 * The mails about signing in. None contains a user-chosen name, since anybody can sign up with another person's address and would
 * write to them that way.
 */
export type IdentityMails = {
  /** `isKnownBrowser`: the person has used the browser before, so that other people's requests don't delay their mail. */
  sendCode(
    transaction: Transaction,
    to: Recipient,
    purpose: CodePurpose,
    code: string,
    asked?: { isKnownBrowser: boolean },
  ): Promise<void>
  /** To the owner of an address that somebody tried to sign up with again. */
  sendAlreadySignedUpMail(transaction: Transaction, to: Recipient): Promise<void>
  sendPasswordChangedMail(transaction: Transaction, to: Recipient): Promise<void>
  /** `provider` is the label of its button. */
  sendProviderAddedMail(transaction: Transaction, to: Recipient, provider: string): Promise<void>
  /** `values` fill the text's double braces. */
  sendSecurityMail(
    transaction: Transaction,
    to: Recipient,
    news: SecurityNews,
    values?: Record<string, string | number>,
  ): Promise<void>
}

/** The page that a mail links to, where it is not the profile. */
const pageOf: Partial<Record<SecurityNews, string>> = {
  deletionRequested: '/auth/login',
  adminMade: '/system/health',
}

/** News that need no action. */
const needsNothing = new Set<SecurityNews>([
  'deletionRequested',
  'exportReady',
  'adminMade',
  'adminRemoved',
  'signedOutByAdmin',
  'unlockedByAdmin',
  'suspendedByAdmin',
  'reinstatedByAdmin',
  'deletedByAdmin',
  'restoredByAdmin',
])

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
  /** Skips news above an address's hourly limit: nobody waits for it, and nothing else may fail because of it. */
  const send = async (...news: Parameters<typeof queue>): Promise<void> => void (await queue(...news))

  return {
    async sendCode(transaction, to, purpose, code, { isKnownBrowser } = { isKnownBrowser: false }) {
      const words = phrases[to.language ?? 'en']
      const mail = codeMails[purpose]
      const queued = await queueMail(transaction, {
        recipient: to.email,
        kind: `identity:${purpose}`,
        maxPerHour: limits.codeMailsPerHour * (isKnownBrowser ? 2 : 1),
        subject: words[`${mail}.subject`],
        ...mailBody(
          [
            { text: words[`${mail}.text`] },
            { code },
            { text: words['code.life'] },
            { text: words['code.notYou'] },
          ],
          to.language ?? 'en',
        ),
      })
      if (queued.outcome === 'too-many')
        fail('CODE_RECENTLY_SENT', { retryAfterSeconds: queued.retryAfterSeconds })
    },
    sendAlreadySignedUpMail(transaction, to) {
      const words = phrases[to.language ?? 'en']
      return send(transaction, to, 'identity:already-signed-up', words['alreadySignedUp.subject'], [
        { text: words['alreadySignedUp.text'] },
        { text: words['alreadySignedUp.next'].replace('{{url}}', `${siteUrl}/auth/login`) },
      ])
    },
    sendPasswordChangedMail(transaction, to) {
      const words = phrases[to.language ?? 'en']
      return send(transaction, to, 'identity:password-changed', words['passwordChanged.subject'], [
        { text: words['passwordChanged.text'] },
        { text: words['passwordChanged.next'].replace('{{url}}', `${siteUrl}/auth/forgot-password`) },
      ])
    },
    sendProviderAddedMail(transaction, to, provider) {
      const words = phrases[to.language ?? 'en']
      const filled = (text: string) => text.replace('{{provider}}', () => provider)
      return send(transaction, to, 'identity:provider-added', filled(words['providerAdded.subject']), [
        { text: filled(words['providerAdded.text']) },
        { text: words['providerAdded.next'].replace('{{url}}', `${siteUrl}/auth/forgot-password`) },
      ])
    },
    sendSecurityMail(transaction, to, news, values = {}) {
      const words = securityPhrases[to.language ?? 'en']
      const given: Record<string, string | number> = {
        ...values,
        url: `${siteUrl}${pageOf[news] ?? '/profile'}`,
      }
      const filled = (text: string) =>
        text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(given[name] ?? ''))
      return send(transaction, to, `identity:${news}`, words[`${news}.subject`], [
        { text: filled(words[`${news}.text`]) },
        ...(needsNothing.has(news) ? [] : [{ text: filled(words.notYou) }]),
      ])
    },
  }
}
