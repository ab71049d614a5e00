import { contract } from '@atrium/contract'
import { type Binding, binding } from '../platform/http/bind.ts'
import { offerAttachment } from './offer-attachment.ts'
import { attachmentState } from './attachment-state.ts'
import { openDocument } from './document-links.ts'
import { openAttachment } from './open-attachment.ts'
import type { AttachmentPorts } from './ports.ts'

export const attachmentBindings = (ports: AttachmentPorts): Binding[] => [
  binding(contract.getAttachmentForm, async ({ caller, query }) => ({
    data: await offerAttachment(ports, caller, {
      filename: query.filename,
      contentType: query['content-type'],
      sizeBytes: query.size,
    }),
  })),
  binding(contract.openAttachment, ({ caller, params, reply }) =>
    openAttachment(ports, caller, params.fileId, reply),
  ),
  binding(contract.openDocument, ({ query, reply }) => openDocument(ports, query.token, reply)),
  binding(contract.getAttachmentState, async ({ caller, params }) => ({
    data: await attachmentState(ports, caller, params.fileId),
  })),
]
