import type english from '../en/conversation.ts'
import type { Translation } from '../translation.ts'

export default {
  copy: '复制',
  copied: '已复制',
  copyCode: '复制代码',
  copyAsCsv: '将表格复制为 CSV',
  copyAsMarkdown: '将表格复制为 Markdown',
  plainCode: '文本',
  table: '表格',
  showSource: '查看源码',
  showDiagram: '查看图表',
  diagramFailed: '无法绘制此图表，现显示其源码。',
  diagram: '图表',
  imageFrom: '来自 {{host}} 的图片',
  loadImage: '加载图片',
  imageFailed: '无法在此处加载该图片。',
  openImage: '在新标签页中打开',
  showMoreRows_other: '再显示 {{count}} 行',
  showMore: '显示更多',
  footnotes: '脚注',
  footnote: '脚注 {{number}}',
  thinking: '正在思考...',
  thoughtFor_other: '思考了 {{count}} 秒',
  thoughts: '思考过程',
  notInSources: '未在来源中找到',
} as const satisfies Translation<typeof english, 'zh'>
