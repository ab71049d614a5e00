import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AccountId, UserId } from '@atrium/contract'
import multipart from '@fastify/multipart'
import { fileBindings } from '../files/index.ts'
import { IdentityWorld } from '../identity/identity-for-tests.ts'
import { createLog } from '../platform/log.ts'
import { Secret } from '../platform/config/secret.ts'
import { createDiskStorage, type Storage } from '../platform/storage/index.ts'
import type { ExportJob } from './export/export-job.ts'
import { createExportLinks } from './export/export-links.ts'
import { pictureReceiver } from './picture/pictures.ts'
import type { Balances, UserPorts } from './ports.ts'
import { restoreWithUser } from './deletion/accounts-of-user.ts'
import { userRoutes } from './routes.ts'

/** The users of one server over HTTP, with other nouns' data set by the test, and the enqueued jobs. */
export class UsersWorld {
  readonly memberships = new Map<UserId, Set<AccountId>>()
  readonly balances = new Map<AccountId, Balances>()
  readonly exportJobs: ExportJob[] = []
  readonly folder = mkdtempSync(path.join(tmpdir(), 'atrium-users-'))
  identity!: IdentityWorld
  ports!: UserPorts
  storage!: Storage

  static async open(databaseHost: string): Promise<UsersWorld> {
    const world = new UsersWorld()
    const roleIn: UserPorts['roleIn'] = async (accountId, userId) =>
      world.memberships.get(userId)?.has(accountId) ? 'member' : null
    world.identity = await IdentityWorld.open(databaseHost, {
      ports: { restoreAccounts: restoreWithUser },
      guards: {
        membershipIn: async (accountId, userId) => {
          const role = await roleIn(accountId, userId)
          return role && { role, suspendedReason: null }
        },
      },
      more: ({ database: { database }, identity, clock }) => {
        const secret = new Secret('s'.repeat(32))
        const uploadUrl = '/api/files/upload'
        world.storage = createDiskStorage({ folder: world.folder, secret, uploadUrl, clock })
        world.ports = {
          database,
          storage: world.storage,
          clock,
          log: createLog({ level: 'silent' }),
          mainApiUrl: '/api',
          identity,
          exportLinks: createExportLinks({ secret, clock }),
          enqueueExport: async (_transaction, job) => void world.exportJobs.push(job),
          endActivity: async () => undefined,
          promotion: () => ({
            ui_promo_active: false,
            ui_promo_image: { desktop: null, mobile: null },
            ui_promo_text: null,
            ui_promo_active_till: null,
            ui_new_chat_bg_image: null,
            ui_new_chat_title: null,
            ui_new_chat_text: null,
          }),
          roleIn,
          balancesOf: async (_transaction, accountId) =>
            world.balances.get(accountId) ?? {
              teamMilli: 0,
              userMilli: 0,
              monthlyTeamMilli: 0,
              limitUsed: null,
            },
        }
        const receivers = [pictureReceiver(world.ports)]
        return [...userRoutes(world.ports), ...fileBindings({ database, storage: world.storage, receivers })]
      },
    })
    await world.identity.app.register(multipart)
    return world
  }

  async close(): Promise<void> {
    await this.identity.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
