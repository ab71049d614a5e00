import type english from '../en/attachments.ts'
import type { Translation } from '../translation.ts'

export default {
  add: '添加图片和文档',
  chosen: '问题的文件',
  attached: '问题的图片',
  sending: '正在发送 {{name}}',
  awaited: '正在发送文件…',
  failedOnes: '有文件无法使用。请重试或移除。',
  retry: '重新发送 {{name}}',
  remove: '移除 {{name}}',
  drop: '将文件拖放到此处以加入问题',
  notSupported: '您上传的文件不受支持。',
  tooMany_other: '一个问题最多可附带 {{count, number}} 个文件。',
  unseeing: '{{model}} 无法查看图片。',
  nobodySees: '{{model}} 无法查看图片，这里也没有能查看图片的模型。',
  switch: '切换到 {{model}}',
  enlarge: '放大 {{name}}',
  download: '下载',
  gone: '{{name}} 已不存在。请将其移除或重新添加。',
  missing: '无法加载 {{name}}',
  documents: '问题的文档',
  open: '打开 {{name}}',
  reading: '正在读取…',
  'reading.parts': '正在读取… {{done, number}}/{{total, number}}',
  'awaited.reading': '正在读取文档…',
} as const satisfies Translation<typeof english, 'zh'>
