import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Language } from '../language/languages.ts'

/** A prepared answer. */
export interface Entry {
  id: string
  /** Starts of questions that the person completes, such as the ideas of an empty chat. */
  starts: string[]
  /** Ways to ask the question. */
  asked: string[]
  title: string
  followups: string[]
  /** Markdown; `{subject|default}` stands for the text added to a start. */
  text: string
}

const libraries = new Map<Language, Entry[]>()

/** The prepared answers of a language; its file is read when it is first needed. */
export function readLibrary(language: Language): Entry[] {
  const known = libraries.get(language)
  if (known) return known
  const file = path.join(import.meta.dirname, 'answers', `${language}.txt`)
  const entries = parseLibrary(readFileSync(file, 'utf8'))
  libraries.set(language, entries)
  return entries
}

/** An entry that every language has. */
export function entryOf(language: Language, id: string): Entry {
  const entry = readLibrary(language).find((one) => one.id === id)
  if (!entry) throw new Error(`The sandbox has no entry '${id}' in ${language}.`)
  return entry
}

/** The short texts that shaping and formats need, by their names. */
export function notesOf(language: Language): Record<string, string> {
  const lines = entryOf(language, 'notes').text.split('\n')
  return Object.fromEntries(lines.map((line) => [line.split(': ', 1)[0] ?? '', line.replace(/^\w+: /, '')]))
}

/** `=== id` starts an entry, `? ` a form of the question; `starts: `, `title: ` and `next: ` are lines before its text. */
function parseLibrary(source: string): Entry[] {
  return source
    .split(/^=== /m)
    .slice(1)
    .map((piece) => {
      const [id = '', ...lines] = piece.split('\n')
      const textAt = lines.findIndex((line) => !headLine.test(line))
      const head = textAt === -1 ? lines : lines.slice(0, textAt)
      const after = (mark: string) =>
        head.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length).trim())
      return {
        id: id.trim(),
        starts: after('starts: '),
        asked: after('? '),
        title: after('title: ')[0] ?? '',
        followups: after('next: '),
        text: lines.slice(head.length).join('\n').trim(),
      }
    })
}

const headLine = /^(?:starts: |\? |title: |next: )/
