import { contract } from '@atrium/contract'
import { sendPicture } from '../files/index.ts'
import { type Binding, binding } from '../platform/http/bind.ts'
import { changeUser } from './change-user.ts'
import { deletionRoutes } from './deletion/routes.ts'
import { exportRoutes } from './export/routes.ts'
import { offerPictureUpload, pictureFolder } from './picture/pictures.ts'
import type { UserPorts } from './ports.ts'
import { readUserInfo } from './read-user-info.ts'

export const userRoutes = (ports: UserPorts): Binding[] => [
  binding(contract.getUserInfo, async ({ caller }) => ({
    message: await readUserInfo(ports, caller.userId, caller.accountId),
  })),
  binding(contract.changeUser, async ({ caller, body }) => {
    await changeUser(ports, caller.userId, body)
    return { message: await readUserInfo(ports, caller.userId, caller.accountId) }
  }),
  binding(contract.acceptTerms, async ({ caller }) => {
    await ports.identity.acceptTerms(caller.userId)
    return { message: await readUserInfo(ports, caller.userId, caller.accountId) }
  }),
  binding(contract.getPictureUploadForm, async ({ caller, params, query }) => ({
    data: await offerPictureUpload(ports, caller.userId, {
      filename: params.filename,
      contentType: query['content-type'],
    }),
  })),
  binding(contract.getPicture, ({ params, reply }) =>
    sendPicture(ports.storage, pictureFolder + params.name, reply),
  ),
  ...exportRoutes(ports),
  ...deletionRoutes(ports),
]
