import { questionOf, type Conversation } from '../conversation.ts'
import { detectLanguage } from '../language/detect-language.ts'
import type { Language } from '../language/languages.ts'
import { tellingWords } from '../language/words.ts'
import { titleOf, topicOf } from '../language/topic.ts'

const asksForTitle =
  /\btitle\b[^]{0,120}\b(?:conversation|chat|words|question|discussion|exchange)|\b(?:conversation|chat|question|discussion|exchange)\b[^]{0,120}\btitle\b|\btitre\b[^]{0,80}\b(?:conversation|mots)|tiêu đề[^]{0,80}(?:cuộc|từ|chữ)|标题|عنوان[^]{0,80}(?:محادثة|كلمات)/i
const asksForFollowUps =
  /follow-?up[^]{0,60}question|questions? de suivi|câu hỏi tiếp theo|后续问题|أسئلة (?:متابعة|تالية)/i

const asksForSummary = /\bsummari[sz]e the conversation\b/i

/** Whether the instructions want something made about the conversation, a title, a summary or follow-up questions, and no answer. */
export function asksForSideTask({ instructions }: Conversation): boolean {
  return [asksForTitle, asksForSummary, asksForFollowUps].some((asks) => asks.test(instructions))
}

/** A title, a summary, or three follow-up questions one a line (a JSON list when the instructions speak of JSON). */
export function doSideTask(conversation: Conversation): string {
  if (asksForSummary.test(conversation.instructions)) return summaryOf(questionOf(conversation))
  const question = bareQuestion(questionOf(conversation))
  const language = detectLanguage(question)
  if (asksForTitle.test(conversation.instructions)) return titleOf(question, language)
  const questions = followUps(question, language)
  return /json/i.test(conversation.instructions) ? JSON.stringify(questions) : questions.join('\n')
}

/** What was summarised before, as it was, and a line for each question after it. */
function summaryOf(text: string): string {
  const before = /already:\n([^]*?)(?:\n\n---\n|$)/.exec(text)?.[1] ?? ''
  const asked = [...text.matchAll(/(?:^|\n)(?:Person|User|Question):\s*([^\n]{1,400})/g)].map(
    ([, first = '']) => first,
  )
  const topics = asked.map((question) => `- ${topicOf(question, detectLanguage(question))}`)
  return [...(before ? [before.trim()] : []), ...topics].join('\n') || topicOf(text, detectLanguage(text))
}

/** A title is often asked for over a whole exchange; the question stands behind its label, or is the first paragraph. */
function bareQuestion(text: string): string {
  const labelled =
    /(?:^|\n)\s*(?:question|user|human)\s*[:：]\s*([^]*?)(?=\n\s*(?:answer|assistant|ai)\s*[:：]|$)/i.exec(
      text,
    )
  return labelled?.[1]?.trim() || text.trim().split(/\n\s*\n/)[0] || text
}

const followUpForms: Record<Language, [string, string, string]> = {
  en: [
    'What should I watch out for with {first}?',
    'Can you give an example of {topic}?',
    'How would I start with {second}?',
  ],
  fr: [
    'À quoi faut-il faire attention avec {first} ?',
    'Pouvez-vous donner un exemple : {topic} ?',
    'Par où commencer avec {second} ?',
  ],
  vi: [
    'Cần lưu ý điều gì về {first}?',
    'Bạn có thể cho ví dụ về {topic} không?',
    'Nên bắt đầu với {second} như thế nào?',
  ],
  zh: ['关于{first}需要注意什么？', '能举一个{topic}的例子吗？', '应该如何开始{second}？'],
  ar: ['ما الذي يجب الانتباه إليه في {first}؟', 'هل يمكنك إعطاء مثال عن {topic}؟', 'كيف أبدأ مع {second}؟'],
}

function followUps(question: string, language: Language): string[] {
  const topic = topicOf(question, language)
  const [first = topic, second = first] = tellingWords(question, language)
  return followUpForms[language].map((form) =>
    form.replace('{first}', first).replace('{second}', second).replace('{topic}', topic),
  )
}
