import type { PromptInFile } from '@atrium/contract'
import { languageNames } from '@atrium/phrases'

/** A template as found in a file; the server checks it. */
export type FoundPrompt = Pick<PromptInFile, 'title' | 'promptText'> & Partial<PromptInFile>

/** Names of columns in CSV and of fields in JSON, in lowercase without spaces, including those of other products. */
const names: Record<string, keyof FoundPrompt> = {
  title: 'title',
  name: 'title',
  question: 'promptText',
  prompttext: 'promptText',
  prompt: 'promptText',
  content: 'promptText',
  text: 'promptText',
  description: 'description',
  tags: 'tags',
  collection: 'collection',
  language: 'language',
  model: 'modelId',
  modelid: 'modelId',
  modifiers: 'modifiers',
}

/**
 * Reads the templates of a JSON or CSV file: a list, or an object whose `templates` is one; columns in any order, named in the first
 * row. Returns none for anything else. Unknown fields are left out.
 */
export async function readPromptFile(text: string): Promise<FoundPrompt[]> {
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  return /^[[{]/.test(trimmed) ? fromJson(trimmed) : await fromCsv(trimmed)
}

function fromJson(text: string): FoundPrompt[] {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return []
  }
  const list = Array.isArray(read) ? read : (read as { templates?: unknown } | null)?.templates
  if (!Array.isArray(list)) return []
  return list.flatMap((one: unknown) =>
    typeof one === 'object' && one !== null ? foundIn(Object.entries(one)) : [],
  )
}

async function fromCsv(text: string): Promise<FoundPrompt[]> {
  const { default: papaparse } = await import('papaparse')
  const { data } = papaparse.parse<string[]>(text, { skipEmptyLines: 'greedy' })
  const [heading = [], ...rows] = data
  return rows.flatMap((cells) =>
    foundIn(cells.map((cell, index) => [heading[index] ?? '', withoutApostrophe(cell)])),
  )
}

/** An export marks cells that begin like a formula with an apostrophe. */
const withoutApostrophe = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r])/, '')

function foundIn(fields: readonly (readonly [string, unknown])[]): FoundPrompt[] {
  const given = new Map<string, unknown>()
  for (const [name, value] of fields) {
    const known = names[name.toLowerCase().replaceAll(/[\s_]/g, '')]
    if (known !== undefined && !given.has(known)) given.set(known, value)
  }
  const promptText = given.get('promptText')
  if (typeof promptText !== 'string' || promptText.trim() === '') return []
  const title = textIn(given.get('title')) || firstLine(promptText)
  const description = textIn(given.get('description'))
  const collection = textIn(given.get('collection'))
  const language = textIn(given.get('language'))
  const modelId = textIn(given.get('modelId'))
  const modifiers = given.get('modifiers')
  return [
    {
      title,
      promptText,
      tags: tagsIn(given.get('tags')),
      ...(description && { description }),
      ...(collection && { collection }),
      ...(isKnown(language) && { language }),
      ...(modelId && { modelId }),
      ...(typeof modifiers === 'object' && modifiers !== null && { modifiers }),
    },
  ]
}

const textIn = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
const firstLine = (text: string) =>
  Array.from(text.trim().split('\n')[0] ?? '')
    .slice(0, 80)
    .join('')
const tagsIn = (value: unknown): string[] =>
  (Array.isArray(value)
    ? value.map(textIn)
    : textIn(value)
        .split(',')
        .map((tag) => tag.trim())
  ).filter((tag) => tag !== '')
const isKnown = (language: string): language is keyof typeof languageNames =>
  Object.hasOwn(languageNames, language)
