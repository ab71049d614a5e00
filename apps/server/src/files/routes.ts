import { contract } from '@atrium/contract'
import type { Database } from '../platform/database/index.ts'
import { type Binding, binding } from '../platform/http/bind.ts'
import type { Storage } from '../platform/storage/index.ts'
import { logoFolder } from './find-logo.ts'
import { offerLogoUpload } from './offer-logo-upload.ts'
import { logoReceiver } from './receive-logo.ts'
import { receiveUpload, type UploadReceiver } from './receive-upload.ts'
import { sendPicture } from './pictures/send-picture.ts'

export type FilePorts = {
  database: Database
  storage: Storage
  /** Receivers of other nouns' files. */
  receivers?: readonly UploadReceiver[]
}

/** Needs `@fastify/multipart` on the app. */
export function fileBindings({ database, storage, receivers = [] }: FilePorts): Binding[] {
  const allReceivers = [logoReceiver({ database, storage }), ...receivers]
  return [
    binding(contract.getLogoUploadForm, async ({ caller, params, query }) => ({
      data: await offerLogoUpload({ database, storage }, caller, {
        filename: params.filename,
        contentType: query['content-type'],
      }),
    })),
    binding(contract.uploadFile, ({ request }) => receiveUpload(storage, allReceivers, request)),
    binding(contract.getLogo, ({ params, reply }) => sendPicture(storage, logoFolder + params.name, reply)),
  ]
}
