import { z } from 'zod'
import { endpoint, messageReply } from '../endpoint.ts'
import { CanvasId, UserId } from '../ids.ts'
import { limits } from '../limits.ts'
import { Line } from '../text/text.ts'

const VersionNumber = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'This must be a whole number.')
  .transform(Number)

/** An earlier state of a canvas' document. */
export const CanvasVersion = z.strictObject({
  number: z.int(),
  /** Null for a version that was saved automatically. Named versions are kept. */
  name: z.string().nullable(),
  /** The number of the version that it restored. */
  restoredFrom: z.int().nullable(),
  /** Who changed the document since the version before. */
  authors: z.array(z.strictObject({ id: UserId, name: z.string() })),
  wordCount: z.int(),
  createdAt: z.iso.datetime(),
})
export type CanvasVersion = z.infer<typeof CanvasVersion>

/** Kinds of blocks in a version's text, in the terms of the editor's schema. */
export const canvasBlockKinds = [
  'paragraph',
  'heading1',
  'heading2',
  'heading3',
  'heading4',
  'bullet',
  'ordered',
  'task',
  'taskDone',
  'quote',
  'code',
  'row',
  'rule',
  'picture',
] as const

/** A block of a document with its text as a reader sees it, without marks. */
export const CanvasBlock = z.strictObject({
  kind: z.enum(canvasBlockKinds),
  /** Depth in lists and quotes, from 0. */
  depth: z.int(),
  text: z.string(),
})
export type CanvasBlock = z.infer<typeof CanvasBlock>

const OpenedCanvasVersion = CanvasVersion.extend({
  markdown: z.string(),
  /** The document as a reader sees it, to compare versions word by word. */
  blocks: z.array(CanvasBlock),
})
export type OpenedCanvasVersion = z.infer<typeof OpenedCanvasVersion>

const ofCanvas = z.strictObject({ canvasId: CanvasId })
const ofVersion = z.strictObject({ canvasId: CanvasId, number: VersionNumber })
const VersionName = Line(limits.canvasTitleCharacters)

export const listCanvasVersions = endpoint({
  name: 'listCanvasVersions',
  host: 'main',
  method: 'GET',
  path: '/canvas/:canvasId/versions',
  caller: 'account-member',
  policy: 'canvas:edit',
  summary:
    'Lists the versions of a canvas, newest first, for people who may edit it. A version is saved after five minutes without a change, after 15 minutes of changes, before and after a restore, and when somebody names one. Automatic versions thin out with age.',
  params: ofCanvas,
  reply: { json: messageReply(z.array(CanvasVersion)) },
  errors: ['NOT_FOUND', 'FORBIDDEN'],
})
export const saveCanvasVersion = endpoint({
  name: 'saveCanvasVersion',
  host: 'main',
  method: 'POST',
  path: '/canvas/:canvasId/versions',
  caller: 'account-member',
  policy: 'canvas:edit',
  summary: 'Saves the document as it is now as a named version.',
  params: ofCanvas,
  body: z.strictObject({ name: VersionName }),
  reply: { json: messageReply(CanvasVersion) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN', 'TOO_MANY_CANVAS_VERSIONS'],
  idempotency: 'key',
})
export const openCanvasVersion = endpoint({
  name: 'openCanvasVersion',
  host: 'main',
  method: 'GET',
  path: '/canvas/:canvasId/versions/:number',
  caller: 'account-member',
  policy: 'canvas:edit',
  summary: 'Returns a version of a canvas with its text.',
  params: ofVersion,
  reply: { json: messageReply(OpenedCanvasVersion) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'],
})
export const nameCanvasVersion = endpoint({
  name: 'nameCanvasVersion',
  host: 'main',
  method: 'PATCH',
  path: '/canvas/:canvasId/versions/:number',
  caller: 'account-member',
  policy: 'canvas:edit',
  summary: 'Names a version, so that it is kept; null removes its name.',
  params: ofVersion,
  body: z.strictObject({ name: VersionName.nullable() }),
  reply: { json: messageReply(CanvasVersion) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN', 'TOO_MANY_CANVAS_VERSIONS'],
  idempotency: 'key',
})
export const restoreCanvasVersion = endpoint({
  name: 'restoreCanvasVersion',
  host: 'main',
  method: 'POST',
  path: '/canvas/:canvasId/versions/:number/restore',
  caller: 'account-member',
  policy: 'canvas:edit',
  summary:
    'Changes the shared document back to an earlier version, as a new version that open editors receive. `before` is the version of the document before, whose restore undoes this one.',
  params: ofVersion,
  reply: {
    json: messageReply(z.strictObject({ number: z.int(), before: z.int() })),
  },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'],
  idempotency: 'key',
})
export const deleteCanvasVersion = endpoint({
  name: 'deleteCanvasVersion',
  host: 'main',
  method: 'DELETE',
  path: '/canvas/:canvasId/versions/:number',
  caller: 'account-member',
  policy: 'canvas:manage',
  summary: 'Deletes a version for good; does nothing if it is already deleted.',
  params: ofVersion,
  reply: { json: messageReply(z.strictObject({ number: z.int() })) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'],
  idempotency: 'key',
})
export const canvasVersionEndpoints = {
  listCanvasVersions,
  saveCanvasVersion,
  openCanvasVersion,
  nameCanvasVersion,
  restoreCanvasVersion,
  deleteCanvasVersion,
}
