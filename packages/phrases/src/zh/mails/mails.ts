import type english from '../../en/mails/mails.ts'
import type { Translation } from '../../translation.ts'

export default {
  'verifyEmail.subject': '你的 Atrium 验证码',
  'verifyEmail.text': '欢迎使用 Atrium。请输入此验证码以确认你的邮箱地址：',
  'newPassword.subject': '用于设置新密码的 Atrium 验证码',
  'newPassword.text': '有人（应该是你本人）请求为 Atrium 设置新密码。请输入此验证码继续：',
  'code.life': '验证码 10 分钟内有效，最多可尝试 5 次。Atrium 的任何人都不会向你索要它。',
  'code.notYou': '如果不是你本人的请求，请忽略此邮件：没有任何内容被更改。',
  'alreadySignedUp.subject': '你已有 Atrium 登录账号',
  'alreadySignedUp.text':
    '有人（可能是你本人）尝试用此邮箱地址注册 Atrium。该地址已有登录账号，没有任何内容被更改。',
  'alreadySignedUp.next': '要继续，请在此登录；如果忘记了密码，也可在该页面设置新密码：{{url}}',
  'passwordChanged.subject': '你的 Atrium 密码已更改',
  'passwordChanged.text': '你的 Atrium 登录密码刚刚已更改，其他所有会话均已结束。',
  'passwordChanged.next': '如果不是你本人操作，请立即设置新密码：{{url}}',
  'providerAdded.subject': '现在你可以通过 {{provider}} 登录 Atrium',
  'providerAdded.text': '从现在起，你也可以通过 {{provider}} 登录 Atrium，因为它已确认此电子邮件地址属于你。',
  'providerAdded.next': '如果这不是你本人的操作，请立即设置新密码：{{url}}',
} as const satisfies Translation<typeof english, 'zh'>
