import type english from '../en/invites.ts'
import type { Translation } from '../translation.ts'

export default {
  title: '给您的邀请',
  failed: '无法加载邀请。',
  invited: '您受到邀请。',
  invitedBy: '{{name}} 邀请您。',
  forDomain: '对与您同一邮箱域名的所有人开放',
  accept: '接受',
  'accept.named': '接受：{{account}}',
  decline: '拒绝',
  'decline.named': '拒绝：{{account}}',
  'join.page': '邀请',
  'join.title': '加入',
  'join.until': '有效期至 {{date}}',
  'join.notValid': '此邀请无法使用',
  'join.action': '加入 {{account}}',
  'join.signIn': '登录以加入',
  'join.signUp': '注册以加入',
  'join.terms': '请先阅读并接受条款',
  'join.other': '使用其他地址',
  'join.as': '您当前登录为',
} as const satisfies Translation<typeof english, 'zh'>
