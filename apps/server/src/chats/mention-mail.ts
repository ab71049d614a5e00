import type { Language } from '@atrium/contract'
import ar from '@atrium/phrases/ar/chat-mails.ts'
import en from '@atrium/phrases/en/chat-mails.ts'
import fr from '@atrium/phrases/fr/chat-mails.ts'
import vi from '@atrium/phrases/vi/chat-mails.ts'
import zh from '@atrium/phrases/zh/chat-mails.ts'
import type { Mail } from '../platform/mail.ts'
import { mailBody, withoutAddress } from '../platform/mail-body.ts'

const phrases: Record<Language, Record<keyof typeof en, string>> = { ar, en, fr, vi, zh }

/** Somebody named the reader in a room; all three are names that people chose. */
export type MentionTold = { name: string; room: string; account: string }

/** The mail that tells of mentions: who and where, and nothing of what was asked. Each line once. */
export function mentionMail(
  { email, language, siteUrl }: { email: string; language: Language; siteUrl: string },
  mentions: readonly MentionTold[],
): Mail {
  const words = phrases[language]
  // One pass: a name that holds a variable's name stays a name.
  const line = (told: MentionTold) =>
    words['mention.line'].replaceAll(/\{\{(name|room|account)\}\}/g, (_, part: keyof MentionTold) =>
      withoutAddress(told[part]),
    )
  return {
    recipient: email,
    kind: 'chats:mentions',
    subject: words['mention.subject'],
    ...mailBody(
      [
        ...[...new Set(mentions.map(line))].map((text) => ({ text })),
        { link: `${siteUrl}/chat`, label: words['mention.button'] },
        { text: words['mention.often'].replace('{{url}}', `${siteUrl}/profile`) },
      ],
      language,
    ),
  }
}
