import type english from '../en/security-mails.ts'
import type { Translation } from '../translation.ts'

export default {
  'secondFactorOn.subject': '您的 Atrium 登录现已启用双重验证',
  'secondFactorOn.text': '从现在起，使用密码登录 Atrium 时还需要输入身份验证器应用中的验证码。',
  'secondFactorOff.subject': '您的 Atrium 登录已停用双重验证',
  'secondFactorOff.text': '您的 Atrium 双重验证刚刚已停用，现在只需密码即可登录。',
  'recoveryCodesRenewed.subject': '新的 Atrium 恢复码',
  'recoveryCodesRenewed.text': '已为您的 Atrium 登录生成新的恢复码，旧的恢复码不再有效。',
  'recoveryCodeUsed.subject': '您的一个恢复码已被使用',
  'recoveryCodeUsed.text':
    '有人（应该是您本人）刚刚使用您的一个恢复码登录了 Atrium。剩余未使用的恢复码：{{left}} 个。',
  'passkeyAdded.subject': '您的 Atrium 登录新增了一个通行密钥',
  'passkeyAdded.text': '刚刚新增了一个通行密钥。持有它的人可以以您的身份登录 Atrium。',
  'passkeyRemoved.subject': '您的 Atrium 登录移除了一个通行密钥',
  'passkeyRemoved.text': '刚刚移除了一个通行密钥，它不能再用于登录 Atrium。',
  'deletionRequested.subject': '您的 Atrium 数据将被删除',
  'deletionRequested.text':
    '您请求删除您的 Atrium 登录身份。您的所有内容将在 {{date}} 之后被清除。在此之前，您可以登录以撤销：{{url}}',
  'deletionUndone.subject': '您的 Atrium 登录身份已保留',
  'deletionUndone.text': '已撤销删除您的 Atrium 登录身份，一切保持原样。',
  'exportReady.subject': '您的 Atrium 数据已准备好',
  'exportReady.text': '您请求的数据副本已准备好。请在 {{date}} 之前从您的个人资料页下载：{{url}}',
  notYou: '如果不是您本人操作，请立即设置新密码并检查您的会话：{{url}}',
} as const satisfies Translation<typeof english, 'zh'>
