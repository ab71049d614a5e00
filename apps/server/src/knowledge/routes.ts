import { contract } from '@atrium/contract'
import { fail } from '../platform/failure.ts'
import { type Binding, binding } from '../platform/http/bind.ts'
import { baseBindings } from './bases/routes.ts'
import { deleteContextFile } from './delete-context-file.ts'
import type { KnowledgePorts } from './knowledge-ports.ts'
import { listContextFiles } from './list-context-files.ts'
import { offerUpload } from './offer-upload.ts'
import { findInFile } from './find-in-file.ts'
import { linkToFile, openFile } from './open-context-file.ts'
import { openFileText } from './open-file-text.ts'
import { retryFile } from './retry-file.ts'
import { sourceBindings } from './sources/routes.ts'

export const knowledgeBindings = (ports: KnowledgePorts): Binding[] => [
  binding(contract.getUploadForm, async ({ caller, query }) => ({
    data: await offerUpload(ports, caller, caller.roomId ?? fail('ROOM_REQUIRED'), {
      name: query.filename,
      isForBase: query.for === 'base',
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
