import type { MailServerInput, MailTest } from '@atrium/contract'
import { smtpSender } from '../platform/mail/mail.ts'
import { mailProblemOf } from '../platform/mail/mail-problem.ts'
import { Secret } from '../platform/config/secret.ts'
import { isSameSignIn, passwordMissing, type SettingPorts, withoutPassword } from './change-settings.ts'
import { smtpUrlOf } from './smtp-url.ts'

/**
 * Sends one mail to the administrator through the given server and stores nothing. A failure is one code of a list, without any text of
 * the server, so that a test cannot read what listens on internal networks.
 */
export async function testMail(
  { settings }: Pick<SettingPorts, 'settings'>,
  recipient: string,
  input: MailServerInput,
): Promise<MailTest> {
  const stored = settings.stored()
  const password =
    input.username === ''
      ? null
      : (input.password ??
        (isSameSignIn(stored, input)
          ? settings.password.open(stored.mail?.secretSealed ?? null)
          : passwordMissing()))
  const server = withoutPassword(input)
  const send = smtpSender({ url: new Secret(smtpUrlOf(server, password)), from: `Atrium <${server.from}>` })
  const text =
    'This is the test mail of your Atrium. Mail works: invitations, codes and digests will reach people.'
  try {
    await send({
      recipient,
      kind: 'mail-test',
      subject: 'Atrium can send mail',
      textBody: text,
      htmlBody: `<p>${text}</p>`,
    })
    return { outcome: 'sent', recipient }
  } catch (error) {
    return { outcome: 'failed', problem: mailProblemOf(error) }
  }
}
