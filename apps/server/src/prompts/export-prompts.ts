import type { Prompt, PromptInFile } from '@atrium/contract'
import { csvLine, csvMark } from '../platform/csv.ts'
import { type Database, inTenant } from '../platform/database/index.ts'
import { listPrompts, type Place, type PromptChoice } from './list-prompts.ts'
import type { Library } from './library.ts'

const pageSize = 200

/**
 * Yields the templates of a choice as a file, page by page, each in a transaction of its own. Throws before the first line, or not
 * at all. CSV has no modifiers.
 */
export async function exportPrompts(
  database: Database,
  library: Library,
  actor: Place,
  choice: PromptChoice,
  format: 'json' | 'csv',
): Promise<AsyncIterable<string>> {
  const read = (page: number) =>
    inTenant(database, actor, (trx) => listPrompts(trx, library, actor, choice, { page, pageSize }))
  const pages = pagesFrom(await read(1), read)
  return format === 'csv' ? csvOf(pages) : jsonOf(pages)
}

type Page = { data: Prompt[]; count: number }

async function* pagesFrom(first: Page, read: (page: number) => Promise<Page>): AsyncGenerator<Prompt[]> {
  yield first.data
  for (let page = 2; (page - 1) * pageSize < first.count; page++) yield (await read(page)).data
}

async function* jsonOf(pages: AsyncIterable<Prompt[]>): AsyncGenerator<string> {
  yield '{"templates": ['
  let separator = '\n'
  for await (const prompts of pages)
    for (const prompt of prompts) {
      yield separator + JSON.stringify(inFile(prompt))
      separator = ',\n'
    }
  yield '\n]}\n'
}

async function* csvOf(pages: AsyncIterable<Prompt[]>): AsyncGenerator<string> {
  yield csvMark + csvLine(['Title', 'Question', 'Description', 'Tags', 'Collection', 'Language', 'Model'])
  for await (const prompts of pages)
    for (const prompt of prompts) {
      const { title, promptText, description, tags, collection, language, modelId } = inFile(prompt)
      yield csvLine([
        title,
        promptText,
        description,
        tags.join(', '),
        collection ?? '',
        language ?? '',
        modelId ?? '',
      ])
    }
}

const inFile = (prompt: Prompt): PromptInFile => ({
  title: prompt.title,
  promptText: prompt.promptText,
  description: prompt.description,
  tags: prompt.tags,
  collection: prompt.collection,
  language: prompt.language,
  modelId: prompt.modelId,
  modifiers: prompt.modifiers,
})
