import type { MailTest } from '@atrium/contract'

export type MailProblem = Extract<MailTest, { outcome: 'failed' }>['problem']

/** nodemailer's error codes, and Node's for failures below SMTP. */
const problems: [RegExp, MailProblem][] = [
  [/^(EDNS|ENOTFOUND|EAI_\w+)$/, 'NO_SUCH_HOST'],
  [/^ETIMEDOUT$/, 'TIMED_OUT'],
  [/^ETLS$|CERT|^ERR_(TLS|SSL)|^EPROTO$|UNABLE_TO_/, 'NOT_ENCRYPTED_RIGHT'],
  [/^(EAUTH|ENOAUTH|EOAUTH2)$/, 'SIGN_IN_REFUSED'],
  [/^(ECONN|EHOST|ENET|EPIPE|ESOCKET)/, 'NOT_REACHED'],
]

/** Returns why a mail was refused, as a code without the other side's text. */
export function mailProblemOf(error: unknown): MailProblem {
  if (!(error instanceof Error)) return 'NOT_A_MAIL_SERVER'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const command = 'command' in error && typeof error.command === 'string' ? error.command : ''
  if (code === 'EENVELOPE') return command === 'MAIL FROM' ? 'SENDER_REFUSED' : 'RECIPIENT_REFUSED'
  if (/getaddrinfo|ENOTFOUND/.test(error.message)) return 'NO_SUCH_HOST'
  if (/certificate|wrong version number|SSL/i.test(error.message)) return 'NOT_ENCRYPTED_RIGHT'
  return problems.find(([form]) => form.test(code))?.[1] ?? 'NOT_A_MAIL_SERVER'
}
