import type english from '../../en/chat/sharing.ts'
import type { Translation } from '../../translation.ts'

export default {
  share: '共享…',
  stop: '停止共享',
  'done.none': '已停止共享。',
  'queue.returned': '你排队的问题未能提出。',
  me: '我',
  by: '由 {{name}} 共享',
  byMe: '由你共享',
  'mark.read': '只读',
  'mark.open': '可提问',
  'present.title': '在线成员',
  'present.count_other': '{{count, number}} 人在此',
  'typing.state': '正在输入…',
  'typing.one': '{{name}} 正在输入',
  'typing.two': '{{name}} 和 {{other}} 正在输入',
  'typing.more_other': '{{name}} 和另外 {{count, number}} 人正在输入',
  'new.read': '与 {{room}} 共享，只读',
  'new.open': '与 {{room}} 共享，可提问',
  'new.private': '私有：只有你能看到此对话',
  'new.keep': '保持私有',
  'new.share': '与房间共享',
} as const satisfies Translation<typeof english, 'zh'>
