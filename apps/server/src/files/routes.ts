import { contract } from '@atrium/contract'
import type { Database } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { type Binding, binding } from '../platform/http/bind.ts'
import type { Storage } from '../platform/storage/index.ts'
import { logoFolder } from './find-logo.ts'
import { offerLogoUpload } from './offer-logo-upload.ts'
import { receiveUpload } from './receive-upload.ts'

/** Needs `@fastify/multipart` on the app. */
export const fileBindings = (ports: { database: Database; storage: Storage }): Binding[] => [
  binding(contract.getLogoUploadForm, async ({ caller, params, query }) => ({
    data: await offerLogoUpload(ports, caller, {
      filename: params.filename,
      contentType: query['content-type'],
    }),
  })),
  binding(contract.uploadFile, async ({ request }) => await receiveUpload(ports, request)),
  binding(contract.getLogo, async ({ params, reply }) => {
    const logo = (await ports.storage.get(logoFolder + params.name)) ?? fail('NOT_FOUND')
    reply.headers({
      'content-type': logo.contentType,
      'content-length': logo.sizeBytes,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    reply.send(logo.read())
  }),
]
