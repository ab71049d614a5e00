import type english from '../../en/mails/chat-mails.ts'
import type { Translation } from '../../translation.ts'

export default {
  'mention.subject': '有人在 Atrium 上提到了你',
  'mention.line': '{{name}} 在“{{account}}”的房间“{{room}}”中提到了你。',
  'mention.private': '对方的对话是私密的，请直接询问内容。',
  'mention.often': '此类邮件每天最多一封。你可以在个人资料中关闭：{{url}}',
} as const satisfies Translation<typeof english, 'zh'>
