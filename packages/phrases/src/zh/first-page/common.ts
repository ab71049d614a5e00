import type english from '../../en/first-page/common.ts'
import type { Translation } from '../../translation.ts'

export default {
  productName: 'Atrium',
  'action.cancel': '取消',
  'action.close': '关闭',
  'action.tryAgain': '重试',
  'action.goToRooms': '前往你的房间',
  loading: '正在加载…',
  skipToContent: '跳到正文',
  'language.label': '语言',
  'scheme.label': '主题',
  'scheme.light': '浅色',
  'scheme.dark': '深色',
  'scheme.auto': '跟随系统',
  'page.notFound.title': '找不到页面',
  'page.notFound.text': '抱歉，我们找不到你要访问的页面。',
  'page.forbidden.title': '没有权限',
  'page.forbidden.text': '此页面只对部分人开放，你不在其中。你账户的管理员可以更改这一点。',
  'page.serverError.title': '我们这边出了问题',
  'page.serverError.text': '你写的内容没有丢失。请稍后再试。',
  'page.maintenance.title': 'Atrium 正在维护',
  'page.maintenance.text': '服务暂时不可用。本页会自动检查，一旦恢复就带你回到原处。',
  'page.maintenance.until': '计划维护预计于 {{time}} 结束。届时此页面会带你返回，你的回答均已保留。',
  'page.maintenance.checking': '正在重新检查…',
  'page.comingSoon.title': '即将推出',
  'page.comingSoon.text': 'Atrium 的这一部分尚未开放。',
  'page.earlyAccessFull.title': '抢先体验名额已满',
  'page.earlyAccessFull.text':
    '此邮箱地址暂不能注册。如果你收到了邀请，请使用收到邀请的邮箱，或联系邀请你的人。',
  'page.earlyAccessFull.action': '返回登录',
} as const satisfies Translation<typeof english, 'zh'>
