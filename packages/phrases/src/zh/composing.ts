import type english from '../en/composing.ts'
import type { Translation } from '../translation.ts'

export default {
  'suggest.list': '建议',
  'suggest.actions': '操作',
  'suggest.people': '房间成员',
  'suggest.models': '模型',
  'suggest.files': '房间文件',
  'suggest.answers': '回答此问题',
  'suggest.searching': '正在搜索…',
  'suggest.none': '没有此名称的人或内容',
  'suggest.failed': '无法加载房间的成员和文件。',
  'suggest.count_other': '{{count, number}} 条建议',
  'action.model': '选择模型',
  'pasted.list': '粘贴的文本',
  'pasted.text': '粘贴的文本',
  'pasted.size_other': '粘贴的文本 · {{count, number}} 行',
  'pasted.remove': '移除粘贴的文本',
  'pasted.unfold': '放入问题中',
  'pasted.keep': '保留',
  'mentions.title': '提及',
  'mentions.unseen_other': '{{count, number}} 条新提及',
  'mentions.line': '{{name}} 在 {{room}} 中提到了您',
  'mentions.empty': '还没有人提到您。',
  'mentions.failed': '无法加载提及。',
  'mentions.loading': '正在加载提及…',
  'mentions.private': '提问内容只属于提问者。',
} as const satisfies Translation<typeof english, 'zh'>
