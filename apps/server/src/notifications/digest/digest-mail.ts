import type { Language } from '@atrium/contract'
import { directionOf } from '@atrium/phrases'
import type { Mail } from '../../platform/mail/mail.ts'
import { type ListEntry, mailBody, type Paragraph, withoutAddress } from '../../platform/mail/mail-body.ts'
import { notificationFooter, notificationPhrases } from '../../platform/mail/notification-footer.ts'
import type { Digest } from './read-digest.ts'

/** Maximum entries of each kind; the rest are only counted. */
const maxListed = 10

type To = {
  email: string
  language: Language
  /** The local day, as `YYYY-MM-DD`. */
  day: string
  siteUrl: string
  unsubscribeUrl: string
}

/** Composes a digest. Names and titles are user input: neither markup nor addresses. */
export function digestMail({ email, language, day, siteUrl, unsubscribeUrl }: To, digest: Digest): Mail {
  const words = notificationPhrases[language]
  // One pass, so that a name that contains a variable stays as it is.
  const filled = (key: keyof typeof words, values: Record<string, string>) =>
    words[key].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => isolated(withoutAddress(values[name] ?? '')))
  // A Latin name keeps its own direction in Arabic text, with the dot at its end.
  const isolated = (text: string) => (directionOf(language) === 'rtl' ? `\u2068${text}\u2069` : text)
  const date = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(day))
  const section = (heading: string, entries: readonly ListEntry[]): Paragraph[] => {
    if (entries.length === 0) return []
    const more = entries.length - maxListed
    const count = new Intl.NumberFormat(language).format(more)
    const rest = more > 0 ? [{ text: words['digest.more'].replace('{{count}}', count) }] : []
    return [{ heading }, { entries: [...entries.slice(0, maxListed), ...rest] }]
  }
  const chats = digest.chats.map(({ chatId, title, room, account }) => ({
    text: title === '' ? words['digest.untitled'] : withoutAddress(title),
    link: `${siteUrl}/chat/${chatId}`,
    note: filled('digest.place', { room, account }),
  }))
  const jobs = digest.jobs.map(({ chatId, turnId, title, state, room, account }) => ({
    text: title === '' ? words['digest.untitled'] : withoutAddress(title),
    link: `${siteUrl}/chat/${chatId}?turn=${turnId}`,
    note: filled(`digest.job.${state}`, { room, account }),
  }))
  const mentions = digest.mentions.map(({ name, room, account, question, comment }) => ({
    text: filled('digest.mention', { name }),
    link: question
      ? `${siteUrl}/chat/${question.chatId}?turn=${question.turnId}`
      : comment && `${siteUrl}/canvas/${comment.canvasId}?thread=${comment.threadId}`,
    // No link: such a chat is private to its author.
    note: filled(question || comment ? 'digest.place' : 'digest.private', {
      room,
      account,
    }),
  }))
  const invites = digest.invites.map(({ account, inviter }) => ({
    text: filled(inviter === null ? 'digest.invited' : 'digest.invite', {
      account,
      name: inviter ?? '',
    }),
    link: `${siteUrl}/accounts`,
  }))
  const requests = digest.requests.map(({ name, account, accountId }) => ({
    text: filled('digest.request', { name }),
    link: `${siteUrl}/account-members/${accountId}`,
    note: withoutAddress(account),
  }))
  return {
    recipient: email,
    kind: 'notifications:digest',
    subject: words['digest.subject'].replace('{{date}}', date),
    ...mailBody(
      [
        { text: words['digest.intro'] },
        ...section(words['digest.mentions'], mentions),
        ...section(words['digest.jobs'], jobs),
        ...section(words['digest.chats'], chats),
        ...section(words['digest.invites'], invites),
        ...section(words['digest.requests'], requests),
        { link: siteUrl, label: words['digest.open'] },
        notificationFooter(language, unsubscribeUrl),
      ],
      language,
    ),
    unsubscribeUrl,
  }
}
