import { AUTO_MODEL_ID } from '@atrium/contract'
import { makesEmbeddings } from '../wire/embedding-models.ts'
import { makesPictures } from '../pictures/image-models.ts'
import type { ModelRow, ModelsFile } from './models-file.ts'

/** A contradiction in the file: its location, and the end of a sentence. */
export interface Disagreement {
  path: (string | number)[]
  message: string
}

/** Returns the mistakes that no schema of one row can find: duplicate names, and references to missing rows. */
export function disagreementsIn(file: ModelsFile): Disagreement[] {
  const found: Disagreement[] = []
  const say = (path: (string | number)[], message: string) => found.push({ path, message })
  const ids = new Set(file.models.map((model) => model.id))
  const known = (id: string) =>
    ids.has(id) || file.models.some((model) => isPattern(model) && matches(model.id, id))

  for (const [index, name] of repeated(file.providers.map((provider) => provider.name)))
    say(['providers', index, 'name'], `is used twice: ${name}`)
  for (const [index, id] of repeated(file.models.map((model) => model.id)))
    say(['models', index, 'id'], `is used twice: ${id}`)
  for (const [index, model] of file.models.entries()) checkModel(model, index)
  for (const [index, provider] of file.providers.entries())
    if (
      provider.discover &&
      !file.models.some((model) => model.provider === provider.name && isPattern(model))
    )
      say(
        ['providers', index, 'discover'],
        'needs a model of this provider whose id ends with *, which says what found models are like',
      )

  for (const [index, { provider: wanted }] of file.embeddings.entries()) {
    const provider = file.providers.find(({ name }) => name === wanted)
    if (!provider)
      say(
        ['embeddings', index, 'provider'],
        `should be the name of a provider in this file; ${wanted} is none`,
      )
    else if (!makesEmbeddings(provider.protocol))
      say(
        ['embeddings', index, 'provider'],
        `should be one that makes vectors; ${provider.protocol} does not`,
      )
  }

  for (const [index, { provider: wanted, model }] of file.scans.entries()) {
    const provider = file.providers.find(({ name }) => name === wanted)
    const row = file.models.find((one) => one.provider === wanted && one.model === model)
    if (!provider)
      say(['scans', index, 'provider'], `should be the name of a provider in this file; ${wanted} is none`)
    else if (provider.sandbox)
      say(['scans', index, 'provider'], `should be one that reads pictures; ${wanted} makes its answers up`)
    if (row && (!row.image_processing || row.pictures))
      say(['scans', index, 'model'], `should be one that reads pictures; ${model} does not`)
  }

  const base = file.models.find((model) => model.id === file.baseModel)
  if (!base) say(['baseModel'], `should be the id of a model in this file; ${file.baseModel} is none`)
  else if (base.price.input + base.price.output === 0)
    say(['baseModel'], 'should be a model that writes and has a price: one credit is what it costs')
  if (file.defaultModel !== AUTO_MODEL_ID && !known(file.defaultModel))
    say(['defaultModel'], `should be auto or the id of a model in this file; ${file.defaultModel} is none`)
  return found

  function checkModel(model: ModelRow, index: number) {
    if (model.id === AUTO_MODEL_ID)
      say(['models', index, 'id'], 'should not be auto, which is the model that chooses a model')
    const provider = file.providers.find(({ name }) => name === model.provider)
    if (!provider)
      say(
        ['models', index, 'provider'],
        `should be the name of a provider in this file; ${model.provider} is none`,
      )
    if (model.pictures && provider && !makesPictures(provider.protocol))
      say(['models', index, 'provider'], `should be one that makes pictures; ${provider.protocol} does not`)
    for (const [place, size] of repeated(model.pictures?.sizes.map(({ size: one }) => one) ?? []))
      say(['models', index, 'pictures', 'sizes', place], `is there twice: ${size}`)
    if (isPattern(model) !== model.model.includes('*'))
      say(['models', index, 'model'], 'should have a * exactly when the id has one')
    if (model.maxOutputTokens > model.contextLimit)
      say(['models', index, 'maxOutputTokens'], 'should not be more than contextLimit')
    if (model.effort.deep && !model.reasoning)
      say(['models', index, 'effort'], 'is only for a model with reasoning: true')
    for (const [place, fallback] of model.fallbacks.entries())
      if (!known(fallback) || fallback === model.id)
        say(
          ['models', index, 'fallbacks', place],
          `should be the id of another model in this file; ${fallback} is none`,
        )
  }
}

export const isPattern = (model: Pick<ModelRow, 'id'>): boolean => model.id.endsWith('*')

/** Whether `id` matches `pattern`, which ends with `*`. */
export const matches = (pattern: string, id: string): boolean =>
  id.length >= pattern.length && id.startsWith(pattern.slice(0, -1))

function repeated(names: string[]): [number, string][] {
  return [...names.entries()].filter(([index, name]) => names.indexOf(name) !== index)
}
