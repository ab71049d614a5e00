import { contract, canvasPictureLimits } from '@atrium/contract'
import { sendAttachment } from '../../attachments/index.ts'
import { inTenant } from '../../platform/database/index.ts'
import { type Binding, binding } from '../../platform/http/bind.ts'
import { createRateWindow } from '../../platform/rate-window.ts'
import { copyPicture, type PicturePorts, uploadPicture } from './add-picture.ts'
import { requirePicture } from './find-picture.ts'

export function pictureBindings(ports: PicturePorts): Binding[] {
  const countPicture = createRateWindow({ max: canvasPictureLimits.maxPerMinute, perSeconds: 60 })
  return [
    binding(contract.uploadCanvasPicture, async ({ caller, params: { canvasId }, body: { base64 } }) => {
      countPicture(caller.userId)
      return { message: await uploadPicture(ports, caller, canvasId, base64) }
    }),
    binding(contract.copyPictureToCanvas, async ({ caller, params: { canvasId }, body }) => {
      countPicture(caller.userId)
      return { message: await copyPicture(ports, caller, { canvasId, ...body }) }
    }),
    binding(contract.openCanvasPicture, async ({ caller, params, reply }) => {
      const storageKey = await inTenant(ports.database, caller, (trx) => requirePicture(trx, caller, params))
      await sendAttachment(ports.storage, storageKey, reply)
    }),
  ]
}
