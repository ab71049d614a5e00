import { z } from 'zod'
import { TurnId } from '../ids.ts'
import { limits } from '../limits.ts'
import { AUTO_MODEL_ID } from '../models/models.ts'

/**
 * The answers to one question by several models, in the order of their columns. Every answer is a turn of its own, and all of them
 * open together or not at all.
 */
export const ComparedAnswers = z
  .array(z.strictObject({ turnId: TurnId, modelId: z.string().min(1).max(200) }))
  .min(limits.minComparedModels)
  .max(limits.maxComparedModels)
  .refine(
    (answers) => new Set(answers.map(({ turnId }) => turnId)).size === answers.length,
    'Each answer needs an id of its own.',
  )
  .refine(
    (answers) => new Set(answers.map(({ modelId }) => modelId)).size === answers.length,
    'Each model can answer once.',
  )
  .refine(
    (answers) => answers.every(({ modelId }) => modelId !== AUTO_MODEL_ID),
    'Auto chooses one model; name the models to compare.',
  )
export type ComparedAnswers = z.infer<typeof ComparedAnswers>

/** The comparison that a turn belongs to, and its column, from 0. Regenerated and continued answers stay in their column. */
export const InComparison = z.strictObject({ id: TurnId, column: z.int().min(0).max(3) })
export type InComparison = z.infer<typeof InComparison>
