import { type ErrorCode, readableEndingOf, type Translation } from '@atrium/contract'
import { partTokens, requireFileOfJob, type RunningTurn } from '../../answers/index.ts'
import { countTokens } from '../../models/index.ts'
import { inTenant, type TenantTransaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { JobProgram, JobWork, PreparedStep, ToolStep } from '../engine/program.ts'
import { requireRoomOfJob } from '../require-room.ts'
import { asMarkdown } from './as-markdown.ts'
import { partPrompt, readTranslations } from './part-prompts.ts'
import { readPassages } from './read-passages.ts'
import {
  type DocumentOutput,
  type Part,
  type PartOutput,
  translationIn,
  translationOf,
} from './translation-state.ts'

/** Parts that are translated at the same time. */
const partsAtOnce = 3
const maxTitleCharacters = 100

/** A translation of a document: its passages, then one step per part, several at the same time. */
export const translationProgram: JobProgram = {
  next(work) {
    const translation = translationOf(work)
    if (!translation) return { fail: 'JOB_STEP_FAILED' }
    const state = translationIn(work.steps)
    if (!state.document) return { step: documentStep(work, translation) }
    const left = state.parts.flatMap((part, index) =>
      state.done.has(part.first) ? [] : [partStep(work, translation, part, index + 1)],
    )
    if (left.length > 0) return { steps: left.slice(0, partsAtOnce) }
    const outputs = [...state.done.values()]
    if (outputs.some(({ texts }) => texts.some((text) => text !== null))) return { text: asMarkdown(state) }
    return { fail: outputs.find(({ problem }) => problem)?.problem ?? 'JOB_STEP_FAILED' }
  },

  stepsLeft(work) {
    const { document, parts, done } = translationIn(work.steps)
    return document && Math.max(0, parts.length - done.size - 1)
  },

  items(work) {
    const { document, parts, done } = translationIn(work.steps)
    return document && { done: done.size, total: parts.length }
  },

  failedItems(work) {
    const { parts, done } = translationIn(work.steps)
    return parts.flatMap(({ first, passages }) => {
      const output = done.get(first)
      if (!output) return []
      return passages.flatMap(({ text }, index) =>
        output.texts[index] === null
          ? [{ number: first + index + 1, title: titleOf(text), problem: output.problem ?? 'NOT_TRANSLATED' }]
          : [],
      )
    })
  },

  atOnce: () => partsAtOnce,
  maxWorkMs: 4 * 60 * 60_000,
  plan: () => null,
  sourcesRead: () => 0,
  partsOf: () => [],
  partialText: (work) => asMarkdown(translationIn(work.steps)),
}

const titleOf = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').trim().slice(0, maxTitleCharacters).toWellFormed()

/** Returns the stored document if the owner may still ask in the chat and open it. Throws FORBIDDEN or JOB_FILE_GONE. */
async function requireOpen(
  trx: TenantTransaction,
  turn: RunningTurn,
  { material }: JobWork,
  { file }: Translation,
) {
  const roomId = material.room.id
  const actor = await requireRoomOfJob(trx, turn, roomId)
  return await requireFileOfJob(trx, actor, { roomId, chatId: turn.chatId }, file)
}

const documentStep = (work: JobWork, translation: Translation): ToolStep => ({
  how: 'tool',
  key: 'document',
  kind: 'document',
  title: '',
  input: translation,
  async run({ ports, turn }) {
    const { name, storageKey } = await inTenant(ports.database, turn, (trx) =>
      requireOpen(trx, turn, work, translation),
    )
    const ending = readableEndingOf(name) ?? fail('JOB_DOCUMENT_UNREADABLE')
    const stored = (await ports.storage.get(storageKey)) ?? fail('JOB_FILE_GONE')
    const file = { open: () => stored.read(), sizeBytes: stored.sizeBytes }
    const output: DocumentOutput = {
      fileName: name,
      passages: await readPassages(file, ending, turn.signal),
    }
    return { output, toolCalls: 1 }
  },
})

/** Translates one part, if the owner may still open the document. */
function partStep(work: JobWork, translation: Translation, part: Part, number: number): PreparedStep {
  const heading = part.passages.find(({ kind }) => kind === 'heading') ?? part.passages[0]
  const step = { key: `part-${number}`, kind: 'part' as const, title: titleOf(heading?.text ?? '') }
  return {
    ...step,
    how: 'prepared',
    async prepare({ ports, turn }) {
      await inTenant(ports.database, turn, (trx) => requireOpen(trx, turn, work, translation))
      const prompt = partPrompt(work, translation.language, part)
      const none = part.passages.map(() => null)
      return {
        ...step,
        how: 'model',
        prompt,
        maxOutputTokens: partTokens.outputFor(countTokens(part.passages.map(({ text }) => text).join('\n'))),
        read: (text): PartOutput => ({
          first: part.first,
          texts: readTranslations(text, part.passages),
          problem: null,
        }),
        refused: (code: ErrorCode): PartOutput => ({ first: part.first, texts: none, problem: code }),
      }
    },
  }
}
