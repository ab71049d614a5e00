import type { AccountId, UserId } from '@atrium/contract'
import { endInvitesOf, roleIn } from '../accounts/index.ts'
import type { UploadReceiver } from '../files/index.ts'
import type { Identity } from '../identity/index.ts'
import type { SharedPorts } from '../live/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { NounModule } from '../platform/noun-module.ts'
import { everyTenMinutes, runs } from '../platform/queue/job.ts'
import { defineJob } from '../platform/queue/queue.ts'
import { eraseDueUsers } from './deletion/erase-users.ts'
import type { ExportJob } from './export/export-job.ts'
import { createExportLinks } from './export/export-links.ts'
import { eraseOldExports, makeExport } from './export/make-export.ts'
import type { WritingPorts } from './export/write-export.ts'
import { ownData as picturesOfPerson } from './picture/own-data.ts'
import { pictureReceiver } from './picture/pictures.ts'
import type { UserPorts } from './ports.ts'
import { userRoutes } from './routes.ts'

const options = { retryLimit: 3, timeoutSeconds: 3600 }
/** Makes a copy of a person's data. */
const exportUser = defineJob<ExportJob>('export-user', options)
const eraseUsers = defineJob<object>('erase-users', options)
const eraseExports = defineJob<object>('erase-exports', options)

type Leaving = { accountId: AccountId; userId: UserId }

/** Ports to other nouns. */
type Hooks = Pick<UserPorts, 'balancesOf' | 'endActivity' | 'promotion'> &
  Pick<WritingPorts, 'ownData'> & {
    /** Each prepares one noun for a person's leaving an account, in the same transaction. */
    onLeaving: readonly ((trx: Transaction, leaving: Leaving) => Promise<void>)[]
  }

export function usersModule(
  {
    configuration,
    secret,
    database,
    storage,
    clock,
    log,
    queue,
    identity,
  }: SharedPorts & { identity: Identity },
  { balancesOf, endActivity, promotion, ownData, onLeaving }: Hooks,
): NounModule & { receiver: UploadReceiver } {
  const ports: UserPorts = {
    database,
    storage,
    clock,
    log,
    identity,
    balancesOf,
    mainApiUrl: configuration.mainApiUrl,
    exportLinks: createExportLinks({ secret, clock }),
    enqueueExport: (trx, job) => queue.send(trx, exportUser, job),
    endActivity,
    promotion,
    roleIn: (accountId, userId) => roleIn(database, accountId, userId),
  }
  return {
    ownData: picturesOfPerson,
    bindings: userRoutes(ports),
    receiver: pictureReceiver(ports),
    jobs: [
      runs(exportUser, (job) => makeExport({ ...ports, ownData }, job)),
      runs(eraseExports, () => eraseOldExports(ports), { cron: everyTenMinutes }),
      runs(
        eraseUsers,
        () =>
          eraseDueUsers({
            database,
            storage,
            log,
            now: () => clock.now(),
            onLeaving: [
              ...onLeaving,
              (trx, leaving) => endInvitesOf(trx, leaving, { by: leaving.userId, because: 'admin-left' }),
            ],
          }),
        { cron: everyTenMinutes },
      ),
    ],
  }
}
