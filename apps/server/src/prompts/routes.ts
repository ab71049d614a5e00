import { Readable } from 'node:stream'
import { contract } from '@atrium/contract'
import { type Database, inTenant } from '../platform/database/index.ts'
import { type Binding, binding } from '../platform/http/bind.ts'
import { deletePrompt, restorePrompt } from './delete-prompt.ts'
import { exportPrompts } from './export-prompts.ts'
import { importPrompts } from './import-prompts.ts'
import { readSurprise } from '../platform/words/index.ts'
import { findByWords } from './find-prompts.ts'
import type { Library } from './library.ts'
import { listGroups, listPrompts } from './list-prompts.ts'
import { changePrompt, createPrompt } from './save-prompt.ts'
import { suggestForEmptyChat, suggestSimilar } from './suggest-prompts.ts'
import { lastValuesOf, openPrompt, starPrompt, usePrompt } from './use-prompt.ts'
import { listVersions, restoreVersion } from './versions.ts'

export type PromptPorts = { database: Database; library: Library }

export const promptBindings = ({ database, library }: PromptPorts): Binding[] => [
  binding(contract.listPrompts, ({ caller, query }) =>
    inTenant(database, caller, (trx) =>
      listPrompts(trx, library, caller, query, { page: query.page, pageSize: query.page_size }),
    ),
  ),
  binding(contract.listPromptTags, async ({ caller, query }) => {
    const tags = await inTenant(database, caller, (trx) => listGroups(trx, library, caller, query, 'tags'))
    return { data: tags.map(({ name, count }) => ({ tag: name, promptCount: count })) }
  }),
  binding(contract.listCollections, async ({ caller, query }) => {
    const found = await inTenant(database, caller, (trx) =>
      listGroups(trx, library, caller, query, 'collection'),
    )
    return { data: found.map(({ name, count }) => ({ collection: name, promptCount: count })) }
  }),
  binding(contract.findPrompts, async ({ caller, query }) => ({
    data: await inTenant(database, caller, (trx) => findByWords(trx, library, caller, query)),
  })),
  binding(contract.suggestPrompts, async ({ caller, body: { text, language } }) => {
    const surprise = await readSurprise()
    return {
      data: await inTenant(database, caller, (trx) =>
        text === ''
          ? suggestForEmptyChat(trx, library, caller, { language, surprise })
          : suggestSimilar(trx, library, caller, { text, language, surprise }),
      ),
    }
  }),
  binding(contract.exportPrompts, async ({ caller, query: { format, ...choice }, reply }) => {
    const lines = await exportPrompts(database, library, caller, choice, format)
    reply.headers({
      'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="question-library.${format}"`,
      'cache-control': 'private, no-store',
    })
    reply.send(Readable.from(lines))
  }),
  binding(contract.importPrompts, async ({ caller, body }) => ({
    data: await inTenant(database, caller, (trx) => importPrompts(trx, caller, body)),
  })),
  binding(contract.openPrompt, async ({ caller, params: { promptId }, query: { language } }) => ({
    data: await inTenant(database, caller, async (trx) => ({
      prompt: await openPrompt(trx, library, caller, promptId, language),
      lastValues: await lastValuesOf(trx, caller, promptId),
    })),
  })),
  binding(contract.createPrompt, async ({ caller, body }) => ({
    data: await inTenant(database, caller, (trx) => createPrompt(trx, caller, body)),
  })),
  binding(contract.changePrompt, async ({ caller, params, body }) => ({
    data: await inTenant(database, caller, (trx) => changePrompt(trx, caller, params.promptId, body)),
  })),
  binding(contract.deletePrompt, async ({ caller, params: { promptId } }) => {
    await inTenant(database, caller, (trx) => deletePrompt(trx, caller, promptId))
    return { data: { promptId } }
  }),
  binding(contract.restorePrompt, async ({ caller, params }) => ({
    data: await inTenant(database, caller, (trx) => restorePrompt(trx, caller, params.promptId)),
  })),
  binding(contract.starPrompt, async ({ caller, params: { promptId }, body: { starred } }) => {
    await inTenant(database, caller, (trx) => starPrompt(trx, library, caller, promptId, starred))
    return { data: { promptId, starred } }
  }),
  binding(contract.usePrompt, async ({ caller, params: { promptId }, body }) => ({
    data: {
      promptId,
      useCount: await inTenant(database, caller, (trx) =>
        usePrompt(trx, library, caller, promptId, body.values),
      ),
    },
  })),
  binding(contract.listPromptVersions, async ({ caller, params }) => ({
    data: await inTenant(database, caller, (trx) => listVersions(trx, caller, params.promptId)),
  })),
  binding(contract.restorePromptVersion, async ({ caller, params: { promptId, version } }) => ({
    data: await inTenant(database, caller, (trx) => restoreVersion(trx, caller, promptId, version)),
  })),
]
