import { type AccountId, fillTemplate, type Modifiers, type Prompt, type PromptId } from '@atrium/contract'
import { promptChanges } from './prompts.ts'

/** A question made from a template, with the model and modifiers that the template was made for. */
export type FilledTemplate = {
  text: string
  template: { promptId: PromptId; version: number }
  modelId: string | null
  modifiers: Modifiers
}

/** Fills a template with values of its variables, and counts the use. */
export function applyTemplate(
  accountId: AccountId,
  { promptId, promptText, version, modelId, modifiers }: Prompt,
  values: Readonly<Record<string, string>>,
): FilledTemplate {
  // A failure to save the count or the values must not keep anybody from asking.
  void promptChanges(accountId)
    .use(promptId, { ...values })
    .catch(() => {})
  return { text: fillTemplate(promptText, values), template: { promptId, version }, modelId, modifiers }
}
