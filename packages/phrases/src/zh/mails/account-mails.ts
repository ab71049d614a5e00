import type english from '../../en/mails/account-mails.ts'
import type { Translation } from '../../translation.ts'

export default {
  'invite.subject': '{{inviter}} 邀请你加入 Atrium 上的 {{account}}',
  'invite.text': '{{inviter}} 邀请你加入 Atrium 上的账户“{{account}}”，团队可以在那里一起向 AI 模型提问。',
  'invite.room': '加入后你将进入房间“{{room}}”。',
  'invite.button': '查看邀请',
  'invite.life': '该链接有效期为 {{days}} 天，且仅适用于此电子邮件地址。',
  'invite.unknown': '如果你不认识 {{inviter}}，可以忽略这封邮件：在你接受之前不会发生任何事。',
  'ended.subject': '{{name}}发出的{{account}}邀请已失效',
  'ended.text': '{{name}}不再是“{{account}}”的管理员，因此其创建的邀请和公开链接已失效。',
  'ended.invites': '已撤回的邀请：',
  'ended.links': '已撤销的公开链接：',
  'ended.next': '如果这些人仍需加入，请在成员页面重新邀请。',
  'credits.requested.subject': '{{name}} 在 {{account}} 中申请积分',
  'credits.requested.text': '{{name}} 在“{{account}}”中申请更多积分，理由如下：',
  'credits.approved.subject': '你在 {{account}} 中增加了 {{credits}} 积分',
  'credits.approved.text': '你在“{{account}}”中的积分申请已获批准：你可以多使用 {{credits}} 积分。',
  'credits.approvedMonthly.subject': '你在 {{account}} 中每月增加 {{credits}} 积分',
  'credits.approvedMonthly.text':
    '你在“{{account}}”中的积分申请已获批准：你每月可以多使用 {{credits}} 积分。',
  'credits.refused.subject': '你在 {{account}} 中的积分申请被拒绝',
  'credits.refused.text': '你在“{{account}}”中的积分申请被拒绝。答复：',
  'credits.button': '处理申请',
  'credits.back': '返回 Atrium',
  'limit.own.subject': '你在 {{account}} 中的每月积分上限即将用完',
  'limit.own.text':
    '你在“{{account}}”中已使用每月上限 {{limit}} 积分中的 {{used}} 积分。管理员可以提高上限。',
  'limit.member.subject': '{{name}} 在 {{account}} 中的积分上限即将用完',
  'limit.member.text': '{{name}} 在“{{account}}”中已使用每月上限 {{limit}} 积分中的 {{used}} 积分。',
  'limit.room.subject': '房间 {{name}} 的积分上限即将用完',
  'limit.room.text': '“{{account}}”中的房间“{{name}}”已使用每月上限 {{limit}} 积分中的 {{used}} 积分。',
  'limit.button': '查看上限',
} as const satisfies Translation<typeof english, 'zh'>
