import { z } from 'zod'
import { endpoint, messageReply } from '../endpoint.ts'
import { BaseId, CanvasId } from '../ids.ts'

/** A knowledge base of a canvas: a question about the canvas searches it. */
export const CanvasBase = z.strictObject({ id: BaseId, name: z.string() })
export type CanvasBase = z.infer<typeof CanvasBase>

const ofCanvas = z.strictObject({ canvasId: CanvasId })
/** Those that the caller may use, by name. */
const Bases = messageReply(z.array(CanvasBase))

export const listCanvasKnowledge = endpoint({
  name: 'listCanvasKnowledge',
  host: 'main',
  method: 'GET',
  path: '/canvas/:canvasId/knowledge',
  caller: 'account-member',
  policy: 'canvas:view',
  summary:
    'Lists the knowledge bases of a canvas that the caller may use, by name. Empty where the plan has none (rag_allowed).',
  params: ofCanvas,
  reply: { json: Bases },
  errors: ['NOT_FOUND'],
})
export const addCanvasKnowledge = endpoint({
  name: 'addCanvasKnowledge',
  host: 'main',
  method: 'POST',
  path: '/canvas/:canvasId/knowledge',
  caller: 'account-member',
  policy: 'canvas:edit',
  summary:
    'Adds a knowledge base that the caller may use to a canvas: questions about the canvas search it, for askers who may use it. A canvas has at most 20.',
  params: ofCanvas,
  body: z.strictObject({ baseId: BaseId }),
  reply: { json: Bases },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN', 'RAG_NOT_ALLOWED'],
  idempotency: 'key',
})
export const removeCanvasKnowledge = endpoint({
  name: 'removeCanvasKnowledge',
  host: 'main',
  method: 'DELETE',
  path: '/canvas/:canvasId/knowledge/:baseId',
  caller: 'account-member',
  policy: 'canvas:edit',
  summary: 'Removes a knowledge base from a canvas; the base itself stays.',
  params: z.strictObject({ canvasId: CanvasId, baseId: BaseId }),
  reply: { json: Bases },
  errors: ['NOT_FOUND', 'FORBIDDEN'],
  idempotency: 'key',
})
export const canvasKnowledgeEndpoints = { listCanvasKnowledge, addCanvasKnowledge, removeCanvasKnowledge }
