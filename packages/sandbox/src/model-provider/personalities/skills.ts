import type { Language } from '../language/languages.ts'
import { wordsOf } from '../language/words.ts'
import { compute } from './arithmetic.ts'
import type { Asked } from './asked.ts'

/** A skill that the sandbox really has, with the phrases for its result; null if the question doesn't request it. */
type Skill = (asked: Asked) => string | null

const locales: Record<Language, string> = { en: 'en-GB', fr: 'fr-FR', vi: 'vi-VN', zh: 'zh-CN', ar: 'ar' }

const templates: Record<
  Language,
  { result: string; date: string; time: string; count: string; reversed: string }
> = {
  en: {
    result: '{expression} = **{value}**.',
    date: 'Today is **{value}**.',
    time: 'It is **{value}** (UTC).',
    count: 'That text has **{value}** words.',
    reversed: '“{text}” backwards is **{value}**.',
  },
  fr: {
    result: '{expression} = **{value}**.',
    date: 'Nous sommes le **{value}**.',
    time: 'Il est **{value}** (UTC).',
    count: 'Ce texte compte **{value}** mots.',
    reversed: '« {text} » à l’envers donne **{value}**.',
  },
  vi: {
    result: '{expression} = **{value}**.',
    date: 'Hôm nay là **{value}**.',
    time: 'Bây giờ là **{value}** (UTC).',
    count: 'Đoạn văn đó có **{value}** từ.',
    reversed: '“{text}” viết ngược lại là **{value}**.',
  },
  zh: {
    result: '{expression} = **{value}**。',
    date: '今天是**{value}**。',
    time: '现在是**{value}**（UTC）。',
    count: '这段文字有 **{value}** 个词。',
    reversed: '“{text}”倒过来是 **{value}**。',
  },
  ar: {
    result: '{expression} = **{value}**.',
    date: 'اليوم هو **{value}**.',
    time: 'الساعة الآن **{value}** (UTC).',
    count: 'في هذا النص **{value}** كلمة.',
    reversed: '«{text}» معكوسة هي **{value}**.',
  },
}

const asksForDate =
  /what(?:'s| is)? (?:day|date|the date)|today'?s date|which day|quel(?:le)? (?:jour|est la date|date)|ngày (?:mấy|bao nhiêu|gì)|hôm nay (?:là )?(?:ngày|thứ)|今天(?:是)?(?:几号|星期几|什么日子|周几)|ما (?:هو )?(?:تاريخ|اليوم)|تاريخ اليوم|أي يوم/i
const asksForTime = /what(?:'s| is)? (?:the )?time(?: is it)?|quelle heure|mấy giờ|几点|كم الساعة/i
const countWords =
  /(?:how many words|count the words|combien de mots|bao nhiêu từ|đếm số từ|多少个?词|كم (?:عدد )?(?:ال)?كلم(?:ة|ات))[^:：]*[:：]\s*([^]+)/i
const reverse =
  /(?:reverse|spell backwards|à l['’]envers|inverse[rz]?|viết ngược|đảo ngược|倒过来写?|反转|اعكس)(?: the| le| la)?(?: word| text| mot| texte| từ| chữ|单词|词| كلمة| الكلمة)?\s*[:：]?\s*["“«']?([\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M} -]*)["”»']?/iu
const echo =
  /^\s*(?:please )?(?:echo|repeat|say exactly|répète[rz]?|lặp lại|nhắc lại|重复|复述|كرر)(?: after me)?\s*[:：]?\s*["“«]?([^]+?)["”»]?\s*$/i

const skills: Skill[] = [
  ({ question }) => echo.exec(question)?.[1] ?? null,
  ({ question, language }) => {
    const text = countWords.exec(question)?.[1]?.trim()
    return text ? fill(templates[language].count, { value: String(wordsOf(text, language).length) }) : null
  },
  ({ question, language }) => {
    const text = reverse.exec(question)?.[1]?.trim()
    return text ? fill(templates[language].reversed, { text, value: reversed(text) }) : null
  },
  ({ question, language }) => {
    const found = compute(question)
    return found
      ? fill(templates[language].result, { expression: found.expression, value: found.value })
      : null
  },
  ({ question, language }) =>
    asksForTime.test(question)
      ? fill(templates[language].time, { value: clock(language, { timeStyle: 'short' }) })
      : null,
  ({ question, language }) =>
    asksForDate.test(question)
      ? fill(templates[language].date, { value: clock(language, { dateStyle: 'full' }) })
      : null,
]

/** The result of the first skill that the question requests, in the answer's language; null if none. */
export function useSkill(asked: Asked): string | null {
  for (const skill of skills) {
    const result = skill(asked)
    if (result !== null) return result
  }
  return null
}

function fill(sentence: string, values: Record<string, string>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

function clock(language: Language, style: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locales[language], { ...style, timeZone: 'UTC' }).format(new Date())
}

/** By characters as people see them, so that accents stay on their letters. */
function reversed(text: string): string {
  return [...new Intl.Segmenter().segment(text)]
    .map(({ segment }) => segment)
    .toReversed()
    .join('')
}
