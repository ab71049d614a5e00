import type english from '../en/long-chat.ts'
import type { Translation } from '../translation.ts'

export default {
  messages: '消息',
  'turns.failed': '无法加载这些消息。',
  'outline.open': '此对话中的问题',
  'outline.title': '转到某个问题',
  'outline.find': '查找问题',
  'outline.questions': '此对话中的问题',
  'outline.here': '当前位置',
  'outline.none': '没有以这些词开头的问题。',
  'summary.label': '前文摘要',
  'summary.sent_other': '前面的 {{count, number}} 个问题以摘要形式发送',
  'summary.putAside_other': '前面的 {{count, number}} 个问题完整发送，不使用摘要',
  'summary.by': '由 {{model}} 撰写。只有模型会读取它来代替上面的消息；您看到的内容保持不变。',
  'summary.edited': '已由您修改。只有模型会读取它来代替上面的消息；您看到的内容保持不变。',
  'summary.edit': '修改摘要',
  'summary.editor': '摘要内容',
  'summary.save': '保存',
  'summary.sendAll': '重新发送全部内容',
  'summary.use': '发送摘要',
  summarising: '正在总结前面的部分…',
  'gauge.title': '对话长度',
  'gauge.label': '对话占模型可读取范围的 {{part}}',
  'gauge.numbers': '{{tokens, number}} / {{limit, number}} 个 token（{{part}}）',
  'gauge.later': '达到五分之四时，最早的部分会以摘要形式发送给模型。您看到的内容保持不变。',
  'gauge.next_other':
    '在您提出下一个问题之前，会先为模型总结最早的 {{count, number}} 个问题。您看到的内容保持不变。',
  'gauge.full':
    '即使总结前面的全部内容，您的问题对此模型来说仍然过长。请缩短问题，或选择能读取更多内容的模型。',
  'gauge.sendsAll': '此对话会完整发送全部内容。如果进行总结，模型将读取最早部分的摘要。',
  'gauge.summarise': '总结前面的部分',
  'gauge.nothing': '目前还没有可总结的内容。',
  'tooLong.by_other': '超出 {{count, number}} 个 token。',
  'tooLong.summarise': '总结前面的部分并重新提问',
} as const satisfies Translation<typeof english, 'zh'>
