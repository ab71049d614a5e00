import type english from '../../en/offline/offline.ts'
import type { Translation } from '../../translation.ts'

export default {
  title: '你处于离线状态',
  text: '恢复连接后，Atrium 会重新打开。在此之前，你可以阅读最近在此设备上打开的聊天。',
  'text.none': '恢复连接后，Atrium 会重新打开。',
  again: '重试',
  trying: '正在连接…',
  chats: '此设备上的聊天',
  back: '所有聊天',
  read: '截至{{date}}',
  you: '你',
  answer: '回答',
  missing: '没有为此问题保存回答。',
} as const satisfies Translation<typeof english, 'zh'>
