import { readdirSync, readFileSync } from 'node:fs'
import { type Language, type LibraryPromptId, type Prompt } from '@atrium/contract'
import { parse } from 'yaml'
import { z } from 'zod'
import { type WeightedStems, weightedStems } from './prompt-stems.ts'
import { searchedWords } from './search-words.ts'

const inAllLanguages = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({ en: value, fr: value, vi: value, zh: value, ar: value })
const text = z.string().trim().min(1)

/** A file of `library/`: one collection with its templates. `tags` are keys of `library/tags.yaml`. */
export const LibraryFile = z.strictObject({
  collection: inAllLanguages(text.max(60)),
  templates: z.array(
    z.strictObject({
      id: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
      tags: z.array(z.string()).min(1).max(4),
      ...inAllLanguages(
        z.strictObject({ title: text.max(120), description: text.max(500), text: text.max(20_000) }),
      ).shape,
    }),
  ),
})
export type LibraryFile = z.infer<typeof LibraryFile>
const LibraryTags = z.record(z.string(), inAllLanguages(text.max(40)))

/** A template of the library as everybody sees it, with the words of its search and suggestions. */
export type LibraryTemplate = Prompt & { promptId: LibraryPromptId; words: string; stems: WeightedStems }
export type Library = {
  /** Returns all templates in one language, by collection. */
  in(language: Language): readonly LibraryTemplate[]
}

const folder = new URL('./library/', import.meta.url)
/** When the library was first shipped: its templates have no other time. */
const shippedAt = '2026-11-01T00:00:00.000Z'

let library: Library | undefined

/**
 * Atrium's own library. Its files are read when a language is first requested, once per process. Throws for a file that is no
 * collection, which its tests find.
 */
export const readLibrary = (): Library => ({ in: (language) => (library ??= readFiles()).in(language) })

function readFiles(): Library {
  const tags = parsed('tags.yaml', LibraryTags)
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.yaml') && name !== 'tags.yaml')
    .sort()
    .map((name) => parsed(name, LibraryFile))
  const tagIn = (key: string, language: Language) => {
    const names = tags[key]
    if (names === undefined) throw new Error(`The library has no tag ${key} in tags.yaml.`)
    return names[language]
  }
  const templatesIn = (language: Language) =>
    files.flatMap(({ collection, templates }) =>
      templates.map((template) =>
        templateIn(language, template, {
          collection: collection[language],
          tags: template.tags.map((key) => tagIn(key, language)),
        }),
      ),
    )
  const byLanguage = new Map<Language, readonly LibraryTemplate[]>()
  return {
    in(language) {
      const templates = byLanguage.get(language) ?? templatesIn(language)
      byLanguage.set(language, templates)
      return templates
    },
  }
}

function parsed<Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema> {
  const result = schema.safeParse(parse(readFileSync(new URL(name, folder), 'utf8')))
  if (result.success) return result.data
  throw new Error(`The library's file ${name} is not valid:\n${z.prettifyError(result.error)}`)
}

function templateIn(
  language: Language,
  template: LibraryFile['templates'][number],
  { collection, tags }: { collection: string; tags: string[] },
): LibraryTemplate {
  const { title, description, text: promptText } = template[language]
  return {
    promptId: `atrium_${template.id}`,
    title,
    promptText,
    description,
    tags,
    collection,
    language,
    modelId: null,
    modifiers: {},
    source: 'atrium',
    room: null,
    owner: null,
    chatId: null,
    starred: false,
    mayEdit: false,
    version: 1,
    useCount: 0,
    createdAt: shippedAt,
    updatedAt: shippedAt,
    words: searchedWords({ title, promptText, description, tags, collection }),
    stems: weightedStems({ title, promptText, description, tags, collection }),
  }
}
