import { contract } from '@atrium/contract'
import { fail } from '../../platform/failure.ts'
import { type Binding, binding } from '../../platform/http/bind.ts'
import {
  changeNotices,
  clearForcedSignOut,
  forceSignOut,
  type NoticeVerbPorts,
  presentNotices,
} from './change-notices.ts'
import { noticePictureUrl } from './notices.ts'
import { readNoticePicture, storeNoticePicture } from './pictures.ts'

/** For system administrators only, except the pictures. */
export function noticeBindings(ports: NoticeVerbPorts): Binding[] {
  return [
    binding(contract.getNotices, async () => ({ data: await presentNotices(ports) })),
    binding(contract.changeNotices, async ({ caller, body }) => ({
      data: await changeNotices(ports, caller.userId, body),
    })),
    binding(contract.forceSignOut, async ({ caller, body }) => ({
      data: await forceSignOut(ports, caller, body.proof),
    })),
    binding(contract.clearForcedSignOut, async ({ caller }) => ({
      data: await clearForcedSignOut(ports, caller.userId),
    })),
    binding(contract.uploadNoticePicture, async ({ body }) => {
      const name = await storeNoticePicture(ports.database, body.base64)
      return { data: { name, url: noticePictureUrl(ports.configuration, name) } }
    }),
    binding(contract.getNoticePicture, async ({ params, reply }) => {
      const picture = await readNoticePicture(ports.database, params.name)
      if (!picture) return fail('NOT_FOUND')
      reply.headers({
        'content-type': picture.content_type,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      reply.send(picture.bytes)
    }),
  ]
}
