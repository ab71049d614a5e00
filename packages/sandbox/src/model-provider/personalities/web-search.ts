import { questionOf, type Conversation } from '../conversation.ts'
import type { ToolCall } from '../answer/steps.ts'
import { detectLanguage } from '../language/detect-language.ts'
import type { Language } from '../language/languages.ts'
import { keywordsOf } from '../language/words.ts'
import { asksForSideTask } from './side-tasks.ts'

const toolName = 'web_search'
const maxWords = 8

/** The search that a sandbox model asks for first, where it is offered the tool; null otherwise. */
export function searchCallOf(conversation: Conversation): ToolCall | null {
  if (!conversation.tools.includes(toolName) || conversation.toolResults.length > 0) return null
  if (asksForSideTask(conversation)) return null
  const question = questionOf(conversation)
  const words = keywordsOf(question, detectLanguage(question)).slice(0, maxWords)
  return { name: toolName, input: { query: words.join(' ') || question.slice(0, 200) } }
}

const failedTexts: Record<Language, { failed: string; nothing: string }> = {
  en: {
    failed: 'The web search failed, so this answer does not use the web.',
    nothing: 'The web search found nothing on this.',
  },
  fr: {
    failed: 'La recherche sur le web a échoué : cette réponse n’utilise pas le web.',
    nothing: 'La recherche sur le web n’a rien trouvé à ce sujet.',
  },
  vi: {
    failed: 'Tìm kiếm trên web không thành công, nên câu trả lời này không dùng web.',
    nothing: 'Tìm kiếm trên web không thấy gì về việc này.',
  },
  zh: { failed: '网页搜索失败，因此本回答没有使用网页。', nothing: '网页搜索没有找到相关内容。' },
  ar: {
    failed: 'فشل البحث في الويب، لذلك لا تستخدم هذه الإجابة الويب.',
    nothing: 'لم يجد البحث في الويب شيئًا عن هذا.',
  },
}

/** A paragraph that says that the search failed or found nothing; '' where it found pages, and without a search. */
export function failedSearchNote(conversation: Conversation): string {
  const given = [
    ...conversation.turns
      .filter(({ role }) => role === 'user')
      .slice(-2)
      .map(({ text }) => text),
    ...conversation.toolResults,
  ]
  const isFailed = given.some((text) => /^(?:The|A) web search failed: /m.test(text))
  const isNothing = given.some((text) => /^The web search found nothing\./m.test(text))
  if (!isFailed && !isNothing) return ''
  const texts = failedTexts[detectLanguage(questionOf(conversation))]
  return `${isFailed ? texts.failed : texts.nothing}\n\n`
}
