import type english from '../../en/mails/notification-mails.ts'
import type { Translation } from '../../translation.ts'

export default {
  'footer.text': '你收到这封邮件，是因为你在 Atrium 个人资料中开启了每日邮件。',
  'footer.change': '更改设置或退订',
  'digest.subject': '你的 Atrium 每日摘要（{{date}}）',
  'digest.intro': '以下是自上次摘要以来的新动态。',
  'digest.chats': '未读回答',
  'digest.mentions': '提到你的消息',
  'digest.invites': '邀请',
  'digest.requests': '积分申请',
  'digest.place': '{{room}} · {{account}}',
  'digest.untitled': '未命名对话',
  'digest.mention': '{{name}} 提到了你',
  'digest.private': '{{room}} · {{account}} · 对方的对话是私密的，请直接询问内容。',
  'digest.invite': '{{name}} 邀请你加入“{{account}}”',
  'digest.invited': '你受邀加入“{{account}}”',
  'digest.request': '{{name}} 申请积分',
  'digest.more': 'Atrium 中还有 {{count}} 项',
  'digest.open': '打开 Atrium',
  'waiting.subject': '你现在可以加入 Atrium',
  'waiting.text': '你曾希望在 Atrium 有名额时收到通知。现在可以用此邮箱创建账户了。',
  'waiting.button': '创建账户',
  'waiting.unknown': '如果你没有提出申请，请忽略此邮件。',
} as const satisfies Translation<typeof english, 'zh'>
