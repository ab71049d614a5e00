import type english from '../../en/mails/security-mails.ts'
import type { Translation } from '../../translation.ts'

export default {
  'secondFactorOn.subject': '你的 Atrium 登录现已启用双重验证',
  'secondFactorOn.text': '从现在起，使用密码登录 Atrium 时还需要输入身份验证器应用中的验证码。',
  'secondFactorOff.subject': '你的 Atrium 登录已停用双重验证',
  'secondFactorOff.text': '你的 Atrium 双重验证刚刚已停用，现在只需密码即可登录。',
  'recoveryCodesRenewed.subject': '新的 Atrium 恢复码',
  'recoveryCodesRenewed.text': '已为你的 Atrium 登录生成新的恢复码，旧的恢复码不再有效。',
  'recoveryCodeUsed.subject': '你的一个恢复码已被使用',
  'recoveryCodeUsed.text':
    '有人（应该是你本人）刚刚使用你的一个恢复码登录了 Atrium。剩余未使用的恢复码：{{left}} 个。',
  'passkeyAdded.subject': '你的 Atrium 登录新增了一个通行密钥',
  'passkeyAdded.text': '刚刚新增了一个通行密钥。持有它的人可以以你的身份登录 Atrium。',
  'passkeyRemoved.subject': '你的 Atrium 登录移除了一个通行密钥',
  'passkeyRemoved.text': '刚刚移除了一个通行密钥，它不能再用于登录 Atrium。',
  'deletionRequested.subject': '你的 Atrium 数据将被删除',
  'deletionRequested.text':
    '你请求删除你的 Atrium 登录身份。你的所有内容将在 {{date}} 之后被清除。在此之前，你可以登录以撤销：{{url}}',
  'deletionUndone.subject': '你的 Atrium 登录身份已保留',
  'deletionUndone.text': '已撤销删除你的 Atrium 登录身份，一切保持原样。',
  'exportReady.subject': '你的 Atrium 数据已准备好',
  'exportReady.text': '你请求的数据副本已准备好。请在 {{date}} 之前从你的个人资料页下载：{{url}}',
  'adminMade.subject': '你现在可以管理 Atrium',
  'adminMade.text':
    '你现在是 Atrium 的系统管理员。你可以在账户菜单的“系统”中找到服务商、套餐、人员和运行状况：{{url}}',
  'adminRemoved.subject': '你不再管理 Atrium',
  'adminRemoved.text': '一名系统管理员已结束你的 Atrium 系统管理员角色。你的团队和对话保持不变。',
  'signedOutByAdmin.subject': '你已从 Atrium 退出登录',
  'signedOutByAdmin.text': '一名系统管理员已让你在所有设备上退出 Atrium。你可以照常重新登录。',
  'unlockedByAdmin.subject': '你可以重新登录 Atrium',
  'unlockedByAdmin.text': '以你的身份登录 Atrium 的失败次数过多。系统管理员已解除锁定，你现在可以重试。',
  notYou: '如果不是你本人操作，请立即设置新密码并检查你的会话：{{url}}',
  'suspendedByAdmin.subject': '你的 Atrium 账户已被停用',
  'suspendedByAdmin.text': '系统管理员停用了你的 Atrium 账户。在恢复之前你无法登录。你的数据会保留。',
  'reinstatedByAdmin.subject': '你的 Atrium 账户已恢复',
  'reinstatedByAdmin.text': '系统管理员解除了你的 Atrium 账户的停用。你可以照常登录。',
  'deletedByAdmin.subject': '你的 Atrium 账户已被删除',
  'deletedByAdmin.text':
    '系统管理员删除了你的 Atrium 账户。你的所有数据将在 {{date}} 之后被永久清除。如果这是误操作，请在此之前联系管理员还原。',
  'restoredByAdmin.subject': '你的 Atrium 账户已还原',
  'restoredByAdmin.text': '系统管理员还原了你的 Atrium 账户。一切如初，你可以照常登录。',
} as const satisfies Translation<typeof english, 'zh'>
