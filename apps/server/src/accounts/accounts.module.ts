import type { AccountId } from '@atrium/contract'
import type { Identity } from '../identity/index.ts'
import type { SharedPorts } from '../live/index.ts'
import { siteUrlOf } from '../platform/config/site-url.ts'
import { queueMail } from '../platform/mail/mail.ts'
import type { NounModule } from '../platform/noun-module.ts'
import { everyTenMinutes, runs } from '../platform/queue/job.ts'
import { defineJob } from '../platform/queue/queue.ts'
import type { SettingPorts } from './account-settings.ts'
import type { NamesOfRooms } from './audit.ts'
import type { ChangeAccountPorts } from './change-account.ts'
import type { AccountPorts } from './create-account.ts'
import { type DeletionPorts, eraseDeletedAccounts, type ErasurePorts } from './delete-account.ts'
import type { RoomsForInvites } from './invites/invited-room.ts'
import { inviteBindings } from './invites/invite-routes.ts'
import type { JoiningPorts } from './invites/join-account.ts'
import { memberBindings } from './members/member-routes.ts'
import type { ChangePorts } from './members/change-member.ts'
import type { LeavingPorts } from './members/remove-member.ts'
import type { Plans } from './read-plans.ts'
import { accountBindings } from './routes.ts'
import { settingBindings } from './setting-routes.ts'
import { ownData } from './own-data.ts'

const eraseAccounts = defineJob<object>('erase-accounts', { retryLimit: 3, timeoutSeconds: 3600 })

/** Ports to later nouns. */
type Hooks = Pick<AccountPorts, 'onOpened'> &
  Pick<JoiningPorts, 'onJoined'> &
  Pick<LeavingPorts, 'onLeaving'> &
  Pick<ChangePorts, 'onExtraRaised'> &
  Pick<DeletionPorts, 'onDeleting'> &
  Pick<ChangeAccountPorts, 'findLogo'> &
  Pick<SettingPorts, 'modelsToAllow' | 'isPublicDomain' | 'endPublicLinks'> &
  Pick<ErasurePorts, 'eraseRows'> & {
    namesOfRooms: NamesOfRooms
    rooms: Omit<RoomsForInvites, 'onRoomJoined'>
    /** Each erases one kind of the account's files. */
    eraseFiles: readonly ((accountId: AccountId) => Promise<void>)[]
  }

export function accountsModule(
  { configuration, database, live, plans, identity }: SharedPorts & { plans: Plans; identity: Identity },
  hooks: Hooks,
): NounModule {
  const ports = {
    ...hooks,
    ...{ database, plans, mainApiUrl: configuration.mainApiUrl },
    onMembersChanged: (accountId: AccountId) =>
      live.publish({ accountId }, { type: 'members-changed', roomId: null }),
  }
  return {
    ownData,
    bindings: [
      ...accountBindings(ports),
      ...inviteBindings({
        ...ports,
        siteUrl: siteUrlOf(configuration),
        queueMail,
        rooms: {
          ...hooks.rooms,
          onRoomJoined: (person) => live.publish(person, { type: 'rooms-changed' }),
        },
        signUpByInvite: identity.signUpByInvite,
      }),
      ...settingBindings({ ...ports, onAccessRevoked: live.onAccessRevoked }),
      ...memberBindings({
        ...ports,
        onAccessRevoked: live.onAccessRevoked,
        onRoleChanged: (member) => live.publish(member, { type: 'role-changed' }),
      }),
    ],
    jobs: [
      runs(
        eraseAccounts,
        () =>
          eraseDeletedAccounts({
            database,
            eraseRows: hooks.eraseRows,
            eraseFiles: async (accountId) => {
              for (const erase of hooks.eraseFiles) await erase(accountId)
            },
          }),
        { cron: everyTenMinutes },
      ),
    ],
  }
}
