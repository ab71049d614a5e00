import type english from '../../en/team/onboarding.ts'
import type { Translation } from '../../translation.ts'

export default {
  'welcome.title': '欢迎使用 Atrium',
  'welcome.step': '第 {{step, number}} 步，共 {{count, number}} 步',
  'welcome.skip': '跳过',
  'welcome.back': '上一步',
  'welcome.next': '下一步',
  'welcome.start': '开始使用',
  'welcome.ask.title': '向任意模型提问',
  'welcome.ask.text': '写下问题，附上文件，选择模型，或让 Auto 为你选择。发送前即可看到费用。',
  'welcome.rooms.title': '在聊天室中协作',
  'welcome.rooms.text':
    '每个聊天室都有自己的成员、文件和指令，其中的聊天都会使用它们。在你共享之前，你的聊天仅自己可见。',
  'welcome.sources.title': '核对每个回答',
  'welcome.sources.text': '回答会引用所依据的段落。选择引用，即可在原文件中查看。',
  'steps.title': '开始使用',
  'steps.done': '已完成 {{done, number}}/{{count, number}}',
  'steps.close': '关闭此列表',
  'steps.invite': '邀请成员',
  'steps.file': '添加文件',
  'steps.template': '使用模板',
  'steps.isDone': '已完成',
  'steps.isOpen': '待完成',
} as const satisfies Translation<typeof english, 'zh'>
