import english from '@atrium/phrases/en/chat/conversation.ts'
import { labelsFrom } from '../labels-from.ts'

/** English labels for tests and benchmarks, without a translator. */
export const englishLabels = labelsFrom((phrase, values = {}) => {
  const written: Record<string, string> = english
  const plural = values.count === 1 ? 'one' : 'other'
  const text = written[phrase] ?? written[`${phrase}_${plural}`] ?? phrase
  return text.replaceAll(/\{\{(\w+)\}\}/gu, (_, name: string) => String(values[name]))
})
