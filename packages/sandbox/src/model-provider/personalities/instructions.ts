import type { Language } from '../language/languages.ts'

const languageNames: [Language, string][] = [
  ['en', 'english|anglais|tiếng anh|英语|英文|(?:ال)?[إا]نجليزية|(?:ال)?[إا]نكليزية'],
  ['fr', 'french|français|francais|tiếng pháp|法语|法文|(?:ال)?فرنسية'],
  ['vi', 'vietnamese|vietnamien|tiếng việt|越南语|越南文|(?:ال)?فيتنامية'],
  ['zh', 'chinese|chinois|tiếng trung|中文|汉语|(?:ال)?صينية'],
  ['ar', 'arabic|arabe|tiếng ả rập|阿拉伯语|阿拉伯文|(?:ال)?عربية'],
]

const answerVerbs =
  'answer|reply|respond|write|speak|répond\\p{L}*|écri\\p{L}*|trả lời|viết|回答|回复|أجب|اكتب|الرد'

/** The values of lines such as `- Language: French`, as Customize Answer and rooms write them; the first takes precedence. */
export function wishIn(instructions: string, name: 'language' | 'format'): string | null {
  return new RegExp(`^[>-] ${name}: (.+)$`, 'im').exec(instructions)?.[1]?.trim() ?? null
}

/** The language of a name such as 'French' or 'tiếng Việt'; null for one that the sandbox does not write. */
export function namedLanguage(name: string): Language | null {
  return languageNames.find(([, names]) => new RegExp(names, 'iu').test(name))?.[0] ?? null
}

/** The language requested by instructions such as 'Answer in French'; null if none. */
export function languageAskedFor(instructions: string): Language | null {
  const wished = wishIn(instructions, 'language')
  if (wished !== null) return namedLanguage(wished)
  for (const [language, names] of languageNames) {
    const asked = new RegExp(
      `(?:${answerVerbs})[^.\\n。]{0,60}?(?:${names})|用(?:${names})(?:回答|回复|写)`,
      'iu',
    )
    if (asked.test(instructions)) return language
  }
  return null
}

const everyAnswer = String.raw`(?:\s+(?:every|each|all|your|the|chaque|toutes? l\p{L}*|la|ta|votre|vos|mỗi|câu|كل|جميع)?\s*(?:of your\s+)?(?:answers?|repl(?:y|ies)|responses?|réponses?|câu trả lời|trả lời|[إا]جابة|[إا]جاباتك|رد))?`
const endings = new RegExp(
  String.raw`(?:^|[\s.])(?:end|finish|close|termine[rz]?|conclu\p{L}*|kết thúc|اختم|أنه)${everyAnswer}\s+(?:with|by saying|par|avec|bằng|ب)\s*:?\s*(.+)|以\s*[“"「]([^”"」]+)[”"」]\s*(?:结尾|结束)`,
  'imu',
)
const beginnings = new RegExp(
  String.raw`(?:^|[\s.])(?:begin|start|open|commence[rz]?|débute[rz]?|bắt đầu|ابدأ)${everyAnswer}\s+(?:with|by saying|par|avec|bằng|ب)\s*:?\s*(.+)|以\s*[“"「]([^”"」]+)[”"」]\s*(?:开头|开始)`,
  'imu',
)

/** The answer with the words that the instructions want at its beginning and its end. */
export function obeyingInstructions(text: string, instructions: string): string {
  const beginning = wordsAskedFor(beginnings, instructions)
  const ending = wordsAskedFor(endings, instructions)
  return [beginning, text, ending].filter((part) => part !== null).join('\n\n')
}

function wordsAskedFor(pattern: RegExp, instructions: string): string | null {
  const match = pattern.exec(instructions)
  const words = match?.[1] ?? match?.[2]
  if (words === undefined) return null
  const quoted = /^\s*["“«'「]\s*(.+?)\s*["”»'」]/u.exec(words)
  return (quoted?.[1] ?? words).trim() || null
}
