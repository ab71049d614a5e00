import { AUTO_MODEL_ID, type InputIssue, type OfferedModel, type ProviderId } from '@atrium/contract'
import { isPattern, matches } from '../catalogue/check-models-file.ts'
import type { ModelsFile } from '../catalogue/models-file.ts'
import type { StoredProvider } from './stored-provider.ts'

/** Whether the models file has this id, also by a pattern; `*` alone matches everything and doesn't count. */
export const isOfFile = (file: ModelsFile, modelId: string): boolean =>
  file.models.some(
    (row) => row.id === modelId || (isPattern(row) && row.id !== '*' && matches(row.id, modelId)),
  )

type OfferedBeside = { file: ModelsFile; others: readonly StoredProvider[] }

/** Returns the mistakes that no schema of one model can find: taken ids, contradictory limits. */
export function issuesOfOffered(
  models: readonly OfferedModel[],
  { file, others }: OfferedBeside,
): InputIssue[] {
  const issues: InputIssue[] = []
  const say = (index: number, field: string, message: string) =>
    issues.push({ path: `body.models.${index}.${field}`, message })
  for (const [index, { id, contextLimit, maxOutputTokens }] of models.entries()) {
    const holder = others.find((other) => other.models.some((model) => model.id === id))
    if (id === AUTO_MODEL_ID) say(index, 'id', 'This is the id of the model that chooses a model.')
    else if (isOfFile(file, id)) say(index, 'id', 'The file of models has this id.')
    else if (holder) say(index, 'id', `${holder.displayName} has a model of this id.`)
    else if (models.findIndex((model) => model.id === id) !== index)
      say(index, 'id', 'This id is in the list twice.')
    if (maxOutputTokens > contextLimit)
      say(index, 'maxOutputTokens', 'This should not be more than the context limit.')
  }
  return issues
}

/** Returns a free id for a model: the vendor's name, else prefixed by the provider's host. */
export function freeIdFor(
  name: string,
  { file, others, host, taken }: OfferedBeside & { host: string; taken: ReadonlySet<string> },
): string {
  const isFree = (id: string) =>
    id !== AUTO_MODEL_ID &&
    !taken.has(id) &&
    !isOfFile(file, id) &&
    !others.some(({ models }) => models.some((model) => model.id === id))
  const plain = (text: string) => text.slice(0, 110)
  const candidates = [plain(name), plain(`${host}/${name}`)]
  for (let count = 2; ; count += 1) {
    const found = candidates.find(isFree)
    if (found !== undefined) return found
    candidates.push(`${plain(`${host}/${name}`)}-${count}`)
  }
}

export const othersThan = (providers: readonly StoredProvider[], id: ProviderId | undefined) =>
  providers.filter((provider) => provider.id !== id)
