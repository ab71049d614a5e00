import type { Canvas } from '@atrium/contract'
import type { CanvasRow } from './access.ts'

export const presentCanvas = (row: CanvasRow): Canvas => ({
  canvasId: row.id,
  title: row.title,
  room: { id: row.roomId, name: row.roomName },
  chatId: row.chatId,
  owner: row.ownerId !== null && row.ownerName !== null ? { id: row.ownerId, name: row.ownerName } : null,
  share: row.share,
  access: row.access,
  wordCount: row.wordCount,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  people: row.people,
})
