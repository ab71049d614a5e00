import { questionOf, type Conversation } from '../conversation.ts'
import { detectLanguage } from '../language/detect-language.ts'
import type { Language } from '../language/languages.ts'
import { titleOf, topicOf } from '../language/topic.ts'
import { findEntry } from '../library/find-entry.ts'
import { entryOf } from '../library/read-library.ts'

const asksForTitle =
  /\btitle\b[^]{0,120}\b(?:conversation|chat|words|question|discussion|exchange)|\b(?:conversation|chat|question|discussion|exchange)\b[^]{0,120}\btitle\b|\btitre\b[^]{0,80}\b(?:conversation|mots)|tiêu đề[^]{0,80}(?:cuộc|từ|chữ)|标题|عنوان[^]{0,80}(?:محادثة|كلمات)/i
const asksForFollowUps =
  /follow-?up[^]{0,60}question|questions? de suivi|câu hỏi tiếp theo|后续问题|أسئلة (?:متابعة|تالية)/i

const asksForSummary = /\bsummari[sz]e the conversation\b/i

/** Whether the instructions want something made about the conversation, a title, a summary or follow-up questions, and no answer. */
export function asksForSideTask({ instructions }: Conversation): boolean {
  return [asksForTitle, asksForSummary, asksForFollowUps].some((asks) => asks.test(instructions))
}

/** A title, a summary, or three follow-up questions, one per line (a JSON list if the instructions mention JSON). */
export function doSideTask(conversation: Conversation): string {
  if (asksForSummary.test(conversation.instructions)) return summaryOf(questionOf(conversation))
  const question = bareQuestion(questionOf(conversation))
  const language = detectLanguage(question)
  if (asksForTitle.test(conversation.instructions)) return titleFor(question, language)
  const questions = followUps(question, language)
  return /json/i.test(conversation.instructions) ? JSON.stringify(questions) : questions.join('\n')
}

/** The title of the prepared answer, with the text added to its start; for other questions a phrase of their words. */
function titleFor(question: string, language: Language): string {
  const found = findEntry(question, language)
  if (!found) return titleOf(question, language)
  const { entry, subject } = found
  const topic = subject === '' || entry.id === 'summarize' ? '' : topicOf(subject, language)
  return topic === '' ? entry.title : `${entry.title}${language === 'zh' ? '：' : ': '}${topic}`
}

/** The previous summary unchanged, and a line for each later question. */
function summaryOf(text: string): string {
  const before = /already:\n([^]*?)(?:\n\n---\n|$)/.exec(text)?.[1] ?? ''
  const asked = [...text.matchAll(/(?:^|\n)(?:Person|User|Question):\s*([^\n]{1,400})/g)].map(
    ([, first = '']) => first,
  )
  const topics = asked.map((question) => `- ${topicOf(question, detectLanguage(question))}`)
  return [...(before ? [before.trim()] : []), ...topics].join('\n') || topicOf(text, detectLanguage(text))
}

/** Title requests often contain a whole exchange; the question follows its label, or is the first paragraph. */
function bareQuestion(text: string): string {
  const labelled =
    /(?:^|\n)\s*(?:question|user|human)\s*[:：]\s*([^]*?)(?=\n\s*(?:answer|assistant|ai)\s*[:：]|$)/i.exec(
      text,
    )
  return labelled?.[1]?.trim() || text.trim().split(/\n\s*\n/)[0] || text
}

/** The suggestions of the prepared answer; for other questions, examples that the sandbox can answer. */
function followUps(question: string, language: Language): string[] {
  return (findEntry(question, language)?.entry ?? entryOf(language, 'open')).followups
}
