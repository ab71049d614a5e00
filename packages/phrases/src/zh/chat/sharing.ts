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
} as const satisfies Translation<typeof english, 'zh'>
