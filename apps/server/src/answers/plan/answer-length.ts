/** The answer length that a chosen or custom format asks for. */
export type AnswerLength = 'short' | 'usual' | 'long'

const short =
  /(?<!\p{L})(?:short|brief|concise|summary|one sentence|court|bref|concis|résumé|ngắn|tóm tắt)(?!\p{L})|简短|简洁|摘要|موجز|مختصر|قصير/iu
const long =
  /(?<!\p{L})(?:long|detailed|report|essay|in depth|détaillée?s?|rapport|chi tiết|báo cáo|dài)(?!\p{L})|详细|报告|长文|مفصل|تقرير|طويل/iu

export function lengthOf(format: string): AnswerLength {
  if (short.test(format)) return 'short'
  return long.test(format) ? 'long' : 'usual'
}
