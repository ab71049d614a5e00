import { questionOf, type Conversation } from '../conversation.ts'
import { detectLanguage } from '../language/detect-language.ts'
import type { Language } from '../language/languages.ts'

/** A piece of text that the prompt gives to answer from. */
export interface Passage {
  text: string
  /** Its citation marker as the answer shall carry it, such as `[1]`; null when it has none. */
  marker: string | null
  language: Language
}

const tagged =
  /<(?:passage|source|document|doc|context|chunk)\b([^>]*)>([^]*?)<\/(?:passage|source|document|doc|context|chunk)>/gi
// A marker at the start of a line opens a passage up to the next marker, a labeled question, or the end.
const marked =
  /^[ \t]*(\[\d+\])[ \t]*[:.]?[ \t]*([^]*?)(?=^[ \t]*\[\d+\]|^[ \t]*(?:question|câu hỏi|问题|السؤال)\s*[:：]|$(?![^]))/gim
const labelledQuestion = /^[ \t]*(?:question|câu hỏi|问题|السؤال)\s*[:：]\s*([^]+)/im
/** Instructions shorter than this, without markers, are orders and no material. */
const minMaterial = 200

/** The passages in a prompt, marked `[1]`, tagged `<passage id="1">` or plain, and the question about them. */
export function findPassages(conversation: Conversation): { question: string; passages: Passage[] } {
  const asked = questionOf(conversation)
  const inQuestion = passagesIn(asked)
  const question =
    labelledQuestion.exec(asked)?.[1] ?? (inQuestion.length === 0 ? asked : lastParagraph(asked))
  const others = [
    conversation.instructions,
    ...conversation.turns
      .filter((turn) => turn.role === 'user')
      .slice(0, -1)
      .map((turn) => turn.text),
  ]
  const passages = [...others.flatMap(passagesIn), ...inQuestion]
  if (passages.length > 0) return { question, passages }
  return {
    question,
    passages: others.filter((text) => text.length >= minMaterial).map((text) => passage(text, null)),
  }
}

function passagesIn(text: string): Passage[] {
  const inTags = [...text.matchAll(tagged)].map(([, attributes = '', content = '']) => {
    const id = /(?:id|index|n|number)\s*=\s*["']?(\d+)/i.exec(attributes)?.[1]
    const inside = /^\s*(\[\d+\])/.exec(content)?.[1]
    return passage(content.replace(/^\s*\[\d+\]\s*/, ''), inside ?? (id === undefined ? null : `[${id}]`))
  })
  if (inTags.length > 0) return inTags
  return [...text.matchAll(marked)]
    .map(([, marker = '', content = '']) => passage(content, marker))
    .filter(({ text: found }) => found !== '')
}

/** Markdown prefixes of a line, which would change the format of a quoted sentence. */
const lineMarks = /^[ \t]*(?:>[ \t]?)*(?:#{1,6}[ \t]+|[-*•][ \t]+|`{3}\w*)?/gm

function passage(text: string, marker: string | null): Passage {
  const plain = text.replace(lineMarks, '').replace(/\s+/g, ' ').trim()
  return { text: plain, marker, language: detectLanguage(plain) }
}

function lastParagraph(text: string): string {
  return (
    text
      .trim()
      .split(/\n\s*\n/)
      .at(-1) ?? text
  )
}
