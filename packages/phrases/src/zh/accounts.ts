import type english from '../en/accounts.ts'
import type { Translation } from '../translation.ts'

export default {
  'chooser.title': '您可以通过邀请加入账户',
  'chooser.text': '选择在哪里工作。每个账户都有自己的房间、成员和积分。',
  'chooser.empty': '您还不属于任何账户，可以创建自己的新账户。',
  'chooser.failed': '无法加载账户',
  'chooser.list': '您的账户',
  'chooser.active': '当前打开',
  members_other: '{{count, number}} 位成员',
  'role.owner': '所有者',
  'role.admin': '管理员',
  'role.member': '成员',
  'card.menu': '{{account}} 的操作',
  'create.button': '创建账户',
  'create.title': '创建账户',
  'create.text':
    '账户是团队自己的空间：成员、房间、积分。一开始就有一个名为“General”的房间，对账户中所有人开放。',
  'create.name': '账户名称',
  'create.name.hint': '团队、公司或您自己的名字',
  'create.name.missing': '请为账户命名。',
  'create.name.tooLong_other': '最多 {{count, number}} 个字符。',
  'create.logo': '徽标（可选）',
  'create.logo.choose': '选择图片',
  'create.logo.change': '更换图片',
  'create.logo.remove': '移除图片',
  'create.logo.hint': 'PNG 或 JPEG，最大 {{megabytes}} MB',
  'create.logo.tooLarge': '文件 {{file}} 大于 {{megabytes}} MB。',
  'create.submit': '创建账户',
  'create.done': '{{name}} 已就绪。',
  'create.logoFailed': '{{name}} 已就绪，但徽标未能上传。',
} as const satisfies Translation<typeof english, 'zh'>
