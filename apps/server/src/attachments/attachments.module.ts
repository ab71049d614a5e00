import type { AccountId, MessageId } from '@atrium/contract'
import type { Plans } from '../accounts/index.ts'
import { createFileLinks, type UploadReceiver } from '../files/index.ts'
import type { SharedPorts } from '../live/index.ts'
import type { NounModule } from '../platform/noun-module.ts'
import { enqueueIndexingBy } from '../retrieval/index.ts'
import type { AttachmentPorts } from './ports.ts'
import { attachmentReceiver } from './receive-attachment.ts'
import { attachmentBindings } from './routes.ts'
import { eraseAttachments, eraseAttachmentsOf, sweepAttachments } from './sweep-attachments.ts'
import { ownData } from './own-data.ts'

export type AttachmentsModule = NounModule & {
  receiver: UploadReceiver
  eraseFiles(accountId: AccountId): Promise<void>
  eraseFilesOf(accountId: AccountId, messageIds: readonly MessageId[]): Promise<void>
  /** Cleans up after interrupted uploads and deletions. */
  sweep(): Promise<unknown>
}

export function attachmentsModule({
  secret,
  database,
  storage,
  clock,
  queue,
  plans,
}: SharedPorts & { plans: Plans }): AttachmentsModule {
  const ports: AttachmentPorts = {
    database,
    storage,
    plans,
    fileLinks: createFileLinks({ secret, clock }),
    enqueueIndexing: enqueueIndexingBy(queue),
  }
  return {
    ownData,
    bindings: attachmentBindings(ports),
    receiver: attachmentReceiver(ports),
    eraseFiles: (accountId) => eraseAttachments(ports, accountId),
    eraseFilesOf: (accountId, messageIds) => eraseAttachmentsOf(ports, accountId, messageIds),
    sweep: () => sweepAttachments(ports),
  }
}
