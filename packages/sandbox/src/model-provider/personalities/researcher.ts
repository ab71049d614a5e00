import { questionOf, type Conversation } from '../conversation.ts'
import { detectLanguage } from '../language/detect-language.ts'
import type { Language } from '../language/languages.ts'
import { topicOf } from '../language/topic.ts'
import { termsOf } from '../language/words.ts'
import { bestOfSources } from './sources.ts'

type Words = {
  questions: readonly ((topic: string) => string)[]
  headings: readonly string[]
  nothing: string
}

const words: Record<Language, Words> = {
  en: {
    questions: [
      (topic) => `What is known about ${topic}?`,
      (topic) => `Which numbers and limits are there for ${topic}?`,
      (topic) => `What is recommended for ${topic}?`,
    ],
    headings: ['What is known', 'Numbers and limits', 'Recommendations'],
    nothing: 'Nothing found.',
  },
  fr: {
    questions: [
      (topic) => `Que sait-on de ${topic} ?`,
      (topic) => `Quels chiffres et limites existent pour ${topic} ?`,
      (topic) => `Que recommande-t-on pour ${topic} ?`,
    ],
    headings: ['Ce que l’on sait', 'Chiffres et limites', 'Recommandations'],
    nothing: 'Rien trouvé.',
  },
  vi: {
    questions: [
      (topic) => `Đã biết gì về ${topic}?`,
      (topic) => `Có những con số và giới hạn nào cho ${topic}?`,
      (topic) => `Khuyến nghị gì cho ${topic}?`,
    ],
    headings: ['Những điều đã biết', 'Con số và giới hạn', 'Khuyến nghị'],
    nothing: 'Không tìm thấy gì.',
  },
  zh: {
    questions: [
      (topic) => `关于${topic}，已知什么？`,
      (topic) => `${topic}有哪些数字和限值？`,
      (topic) => `对${topic}有什么建议？`,
    ],
    headings: ['已知情况', '数字与限值', '建议'],
    nothing: '没有找到。',
  },
  ar: {
    questions: [
      (topic) => `ما المعروف عن ${topic}؟`,
      (topic) => `ما الأرقام والحدود الخاصة بـ ${topic}؟`,
      (topic) => `ما التوصيات بشأن ${topic}؟`,
    ],
    headings: ['ما هو معروف', 'الأرقام والحدود', 'التوصيات'],
    nothing: 'لم يُعثر على شيء.',
  },
}

const taskOf = /^Research task: (plan|notes|outline|section)\b/m

/** The answer to one step of a research, by rule; null for anything else. */
export function doResearch(conversation: Conversation): string | null {
  const task = taskOf.exec(conversation.instructions)?.[1]
  if (task === undefined) return null
  const text = questionOf(conversation)
  const question = /(?:^|\n)Question: ([^]*)$/.exec(text)?.[1] ?? text
  const language = detectLanguage(question)
  const { questions, headings, nothing } = words[language]
  const topic = topicOf(question, language)
  switch (task) {
    case 'plan':
      return questions.map((ask) => `- ${ask(topic)}`).join('\n')
    case 'notes': {
      const asked = /(?:^|\n)Question to research: ([^\n]*)/.exec(text)?.[1] ?? question
      return bestOfSources(text, `${asked} ${question}`, 3) ?? nothing
    }
    case 'outline':
      return headings.map((heading) => `- ${heading}`).join('\n')
    default:
      return sectionFrom(text, headings, nothing)
  }
}

/** Of the notes, those of the section's place: each note goes to one section. */
function sectionFrom(text: string, headings: readonly string[], nothing: string): string {
  const heading = /(?:^|\n)Section to write: ([^\n]*)/.exec(text)?.[1] ?? ''
  const place = Math.max(0, headings.indexOf(heading))
  const notes = [...text.matchAll(/^Notes on [^\n]*\n((?:\| [^\n]*(?:\n|$))+)/gm)].map(([, lines = '']) =>
    lines.replaceAll(/^\| /gm, '').trim(),
  )
  const written = new Set(notes.slice(0, place).flatMap((note) => sentences(note)))
  const own = sentences(notes[place] ?? '').filter((sentence) => !written.has(sentence))
  return own.length > 0 ? own.join(' ') : (notes[place] ?? nothing)
}

/** Sentences with the citations behind them. */
const sentences = (note: string): string[] =>
  note.split(/(?<=\[\d+\]\.)\s+/).filter((sentence) => termsOf(sentence, detectLanguage(sentence)).length > 0)
