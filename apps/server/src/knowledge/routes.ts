import { contract, type RoomId, type UserId } from '@atrium/contract'
import { fail } from '../platform/failure.ts'
import { type Binding, binding } from '../platform/http/bind.ts'
import { baseBindings } from './bases/routes.ts'
import { deleteContextFile } from './files/delete-context-file.ts'
import type { KnowledgePorts } from './knowledge-ports.ts'
import { listContextFiles } from './files/list-context-files.ts'
import { offerUpload } from './files/offer-upload.ts'
import { findInFile } from './files/find-in-file.ts'
import { linkToFile, openFile } from './files/open-context-file.ts'
import { openFileText } from './files/open-file-text.ts'
import { retryFile } from './files/retry-file.ts'
import type { UploadTarget } from './files/file-collection.ts'
import { sourceBindings } from './sources/routes.ts'

/** The target of an upload: by default the room's context and, without a room, a base of the account. */
function collectionFor(
  { roomId, userId }: { roomId: RoomId | null; userId: UserId },
  wanted: 'context' | 'base' | undefined = roomId === null ? 'base' : 'context',
): UploadTarget {
  return wanted === 'base'
    ? { of: 'waiting', roomId, userId }
    : { of: 'context', roomId: roomId ?? fail('ROOM_REQUIRED') }
}

export const knowledgeBindings = (ports: KnowledgePorts): Binding[] => [
  binding(contract.getUploadForm, async ({ caller, query }) => ({
    data: await offerUpload(ports, caller, collectionFor(caller, query.for), {
      name: query.filename,
      contentType: query['content-type'],
      sizeBytes: query.size,
    }),
  })),
  binding(contract.listContextFiles, ({ caller, params, query }) =>
    listContextFiles(ports, caller, params.roomId, query),
  ),
  binding(contract.deleteContextFile, async ({ caller, params }) => ({
    data: await deleteContextFile(ports, caller, params.roomId, params.fileId),
  })),
  binding(contract.getFileLink, async ({ caller, query }) => ({
    data: await linkToFile(ports, caller, query.file_id),
  })),
  binding(contract.openFile, ({ query, reply }) => openFile(ports, query.token, reply)),
  binding(contract.retryFile, async ({ caller, params }) => ({
    data: await retryFile(ports, caller, params.fileId),
  })),
  binding(contract.openFileText, async ({ caller, params, query }) => ({
    data: await openFileText(ports, caller, {
      fileId: params.fileId,
      from: query.from ?? 0,
      count: query.count,
      chatId: query.chat_id,
      isWithSheets: query.sheets === 'list',
      cited: query.cited,
    }),
  })),
  binding(contract.findInFile, async ({ caller, params, query }) => ({
    data: await findInFile(ports, caller, {
      fileId: params.fileId,
      chatId: query.chat_id,
      words: query.words,
    }),
  })),
  ...baseBindings(ports),
  ...sourceBindings(ports),
]
