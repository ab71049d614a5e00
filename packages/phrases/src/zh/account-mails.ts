import type english from '../en/account-mails.ts'
import type { Translation } from '../translation.ts'

export default {
  'invite.subject': '{{inviter}} 邀请您加入 Atrium 上的 {{account}}',
  'invite.text': '{{inviter}} 邀请您加入 Atrium 上的账户“{{account}}”，团队可以在那里一起向 AI 模型提问。',
  'invite.button': '查看邀请',
  'invite.life': '该链接有效期为 {{days}} 天，且仅适用于此电子邮件地址。',
  'invite.unknown': '如果您不认识 {{inviter}}，可以忽略这封邮件：在您接受之前不会发生任何事。',
} as const satisfies Translation<typeof english, 'zh'>
