import type english from '../en/attachments.ts'
import type { Translation } from '../translation.ts'

export default {
  add: '添加图片',
  chosen: '问题的图片',
  attached: '问题的图片',
  sending: '正在发送 {{name}}',
  awaited: '正在发送图片…',
  failedOnes: '有图片未能发送。请重试或移除。',
  retry: '重新发送 {{name}}',
  remove: '移除 {{name}}',
  drop: '将图片拖放到此处以加入问题',
  notSupported: '您上传的文件不受支持。',
  tooMany_other: '一个问题最多可附带 {{count, number}} 张图片。',
  unseeing: '{{model}} 无法查看图片。',
  nobodySees: '{{model}} 无法查看图片，这里也没有能查看图片的模型。',
  switch: '切换到 {{model}}',
  enlarge: '放大 {{name}}',
  download: '下载',
  gone: '{{name}} 已不存在。请将其移除或重新添加。',
  missing: '无法加载 {{name}}',
} as const satisfies Translation<typeof english, 'zh'>
