import { type Conversation, questionOf } from '../conversation.ts'
import type { ToolCall } from '../answer/steps.ts'
import { detectLanguage } from '../language/detect-language.ts'
import type { Language } from '../language/languages.ts'
import { keywordsOf } from '../language/words.ts'
import { asksForSideTask } from './side-tasks.ts'

const aboutTickets = /\btickets?\b|\bSD-\d+|phiếu|工单|تذكرة|تذاكر/iu
const wantsNew = /\b(?:create|open|file|crée[rz]?|ouvre[rz]?|tạo|mở)\b|创建|新建|أنشئ|افتح/iu
const maxTitleCharacters = 80

/** The call of the sandbox's service desk that a question about tickets asks for, where its tools are offered; null otherwise. */
export function serviceDeskCallOf(conversation: Conversation): ToolCall | null {
  if (conversation.toolResults.length > 0 || asksForSideTask(conversation)) return null
  const question = questionOf(conversation)
  if (!aboutTickets.test(question)) return null
  const named = (ending: string) => conversation.tools.find((name) => name.endsWith(`__${ending}`))
  const create = named('create_ticket')
  if (create && wantsNew.test(question))
    return { name: create, input: { title: question.trim().slice(0, maxTitleCharacters) } }
  const find = named('find_tickets')
  const words = keywordsOf(question, detectLanguage(question)).join(' ')
  return find ? { name: find, input: { words: words || question.slice(0, 200) } } : null
}

const texts: Record<Language, { found: string; failed: string }> = {
  en: { found: 'The service desk says:', failed: 'The service desk was not asked, or did not answer:' },
  fr: {
    found: 'Le centre de services répond :',
    failed: 'Le centre de services n’a pas été interrogé, ou n’a pas répondu :',
  },
  vi: { found: 'Bộ phận hỗ trợ trả lời:', failed: 'Bộ phận hỗ trợ chưa được hỏi, hoặc không trả lời:' },
  zh: { found: '服务台答复：', failed: '服务台未被询问，或没有答复：' },
  ar: { found: 'يقول مكتب الخدمة:', failed: 'لم يُسأل مكتب الخدمة أو لم يجب:' },
}

/** The answer from what the service desk returned; null where nothing was called. */
export function answerFromServiceDesk(conversation: Conversation): string | null {
  const question = questionOf(conversation)
  if (!aboutTickets.test(question)) return null
  const given = [
    ...conversation.turns
      .filter(({ role }) => role === 'user')
      .slice(-2)
      .map(({ text }) => text),
    ...conversation.toolResults,
  ].join('\n')
  const failed = /^The call failed: (.+)$/m.exec(given)?.[1]
  const words = texts[detectLanguage(question)]
  if (failed) return `${words.failed} ${failed}`
  const lines = given.match(/^\| (?:Created )?SD-\d+ \(.+$/gm)
  return lines ? `${words.found}\n\n${lines.map((line) => `- ${line.slice(2)}`).join('\n')}` : null
}
