import { questionOf, type Conversation } from '../conversation.ts'
import { detectLanguage } from '../language/detect-language.ts'
import { sentencesOf, termsOf } from '../language/words.ts'

/** A part of a file that a prompt gives to read under a number. */
interface NumberedSource {
  number: string
  text: string
}

const numbered = /^\[(\d+)\] "[^\n]*\n((?:\| [^\n]*(?:\n|$))+)/gm
const maxSentences = 2
const maxCharacters = 300

/** Words of the source that fits the question best, with its number; null when the prompt gives no numbered sources. */
export function answerFromSources(conversation: Conversation): string | null {
  return bestOf(sourcesIn(conversation), questionOf(conversation), maxSentences)
}

/** The same of the sources within one text. */
export const bestOfSources = (text: string, question: string, most: number): string | null =>
  bestOf(numberedIn(text), question, most)

function bestOf(sources: readonly NumberedSource[], question: string, most: number): string | null {
  if (sources.length === 0) return null
  const asked = new Set(termsOf(question, detectLanguage(question)))
  const sentences = sources.flatMap(({ number, text }) =>
    partsOf(text)
      .flatMap((part) => sentencesOf(part, detectLanguage(part)))
      .map((sentence) => ({ number, sentence, score: shared(sentence, asked) })),
  )
  const best = sentences.toSorted((a, b) => b.score - a.score).slice(0, most)
  const [first] = best
  if (!first) return null
  return best
    .filter(({ score }) => score === first.score || score > first.score / 2)
    .map(({ number, sentence }) => `${withoutEnd(sentence)} [${number}].`)
    .join(' ')
}

/** Only text before the last question: sources of earlier questions are no longer valid. */
function sourcesIn(conversation: Conversation): NumberedSource[] {
  const block = conversation.turns.filter(({ role }) => role === 'user').slice(-2)
  const texts = [...block.map(({ text }) => text), ...conversation.toolResults]
  return texts.flatMap(numberedIn)
}

const numberedIn = (text: string): NumberedSource[] =>
  [...text.matchAll(numbered)].map(([, number = '', lines = '']) => ({
    number,
    text: lines.replaceAll(/^\| /gm, ''),
  }))

const heading = /^\s*#{1,6}\s/
const item = /^\s*(?:[-*+]|\d+[.)])\s+/
const cell = /\s*\|\s*/

/** The quotable sentences of a text: its paragraphs, list items and rows, without Markdown. Headings only if there is nothing else. */
function partsOf(text: string): string[] {
  const lines = text.split('\n')
  const said = lines.filter((line) => !heading.test(line))
  const parts = (said.some((line) => line.trim() !== '') ? said : lines).reduce<string[]>((all, line) => {
    const plain = line.replace(heading, '').replace(item, '').trim().split(cell).filter(Boolean).join(', ')
    if (cell.test(line)) all.push(plain, '')
    else if (item.test(line) || plain === '') all.push(plain)
    else all.push([all.pop() ?? '', plain].filter(Boolean).join(' '))
    return all
  }, [])
  return parts.filter((part) => part !== '')
}

function shared(sentence: string, asked: ReadonlySet<string>): number {
  const terms = new Set(termsOf(sentence, detectLanguage(sentence)))
  return [...asked].filter((term) => terms.has(term)).length
}

const withoutEnd = (sentence: string) => sentence.slice(0, maxCharacters).replace(/[.。!?！？؟\s]+$/u, '')
