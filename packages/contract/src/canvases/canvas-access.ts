/** Who has a canvas besides its owner: nobody, or its room, to view, to comment on or to edit it. */
export const canvasShares = ['none', 'view', 'comment', 'edit'] as const
export type CanvasShare = (typeof canvasShares)[number]

/** What a person may do with a canvas. Each includes those before it: to manage is to share, delete and restore. */
export const canvasAccess = ['view', 'comment', 'edit', 'manage'] as const
export type CanvasAccess = (typeof canvasAccess)[number]

export const includesAccess = (has: CanvasAccess, needed: CanvasAccess): boolean =>
  canvasAccess.indexOf(has) >= canvasAccess.indexOf(needed)

/** Path of the collaboration socket, below the base of the stream API. The protocol is that of Hocuspocus 4. */
export const canvasSocketPath = '/canvas/collaboration'
/**
 * Version of the document format, which a client names as `format` in the socket's address. An editor deletes nodes that it doesn't know,
 * so a page that was loaded before they existed may not open a canvas. 2: formulas; 3: pictures.
 */
export const canvasFormat = 3

/** Tabs of the list of canvases. */
export const canvasScopes = ['all', 'mine', 'shared'] as const
export type CanvasScope = (typeof canvasScopes)[number]
