import type { Plans } from '../accounts/index.ts'
import type { AttemptLimits, Identity } from '../identity/index.ts'
import type { SharedPorts } from '../live/index.ts'
import { type Models, type providerKeys, unreadableProviders } from '../models/index.ts'
import { takeAllowance } from '../credits/index.ts'
import type { WebSearch } from '../web-search/index.ts'
import { siteUrlOf } from '../platform/config/site-url.ts'
import { fail } from '../platform/failure.ts'
import type { NounModule } from '../platform/noun-module.ts'
import type { AccountPorts } from './accounts/ports.ts'
import { accountCareBindings } from './accounts/routes.ts'
import { appBindings, type AppPorts } from './app-routes.ts'
import { systemAuditBindings } from './audit/routes.ts'
import { healthBindings } from './health/routes.ts'
import type { Notices } from './notices/notices.ts'
import { noticeBindings } from './notices/routes.ts'
import type { PeoplePorts } from './people/ports.ts'
import { peopleBindings } from './people/routes.ts'
import { systemAccountBindings } from './plans/routes.ts'
import { systemSettingBindings } from './routes.ts'
import type { SystemSettings } from './system-settings.ts'
import { ownData } from './waiting/own-data.ts'
import { waitingBindings } from './waiting/routes.ts'

type Ports = SharedPorts &
  Pick<AppPorts, 'apiBases' | 'isStopping'> & {
    plans: Plans
    models: Models
    webSearch: WebSearch
    identity: Identity
    systemSettings: SystemSettings
    notices: Notices
    keysOfProviders: ReturnType<typeof providerKeys>
    /** The product's own when left out. */
    attemptLimits: AttemptLimits | undefined
  }

/** Monitoring and administration of the running installation, for system administrators and operators. */
export function operationsModule(
  ports: Ports,
  {
    endActivity,
    ...hooks
  }: Pick<AccountPorts, 'onSuspending' | 'onDeleting'> & Pick<PeoplePorts, 'endActivity'>,
): NounModule {
  const { configuration, database, storage, clock, log, live, plans, models, webSearch, identity } = ports
  const { systemSettings, keysOfProviders, nodes, nodeId, disk, attemptLimits } = ports
  return {
    ownData,
    bindings: [
      ...systemSettingBindings({
        database,
        settings: systemSettings,
        webSearch,
        configuration,
        mainApiUrl: configuration.mainApiUrl,
        log,
        emailOf: async (userId) => (await identity.personOf(userId))?.email ?? fail('UNAUTHENTICATED'),
        countTestSearch: async (userId) => {
          if (!(await takeAllowance(database, { holder: userId, kind: 'connectionTests' })))
            fail('RATE_LIMITED')
        },
        countTestMail: (userId) => identity.countAttempt('testMailByUser', userId),
      }),
      ...noticeBindings({
        database,
        settings: systemSettings,
        notices: ports.notices,
        identity,
        configuration,
        clock,
        log,
      }),
      ...systemAccountBindings({
        database,
        plans,
        now: clock.now,
        onChanged: (accountId) => {
          live.publish({ accountId }, { type: 'credits-changed' })
          live.publish({ accountId }, { type: 'role-changed' })
        },
      }),
      ...accountCareBindings({
        ...hooks,
        ...{ database, plans, identity, live, log, now: clock.now },
        admins: configuration.admins,
      }),
      ...systemAuditBindings(database),
      ...peopleBindings({
        database,
        identity,
        admins: configuration.admins,
        attemptLimits,
        endActivity,
        now: clock.now,
        log,
      }),
      ...waitingBindings({
        database,
        siteUrl: siteUrlOf(configuration),
        settings: systemSettings,
        identity,
      }),
      ...healthBindings({
        database,
        storage,
        models,
        log,
        unreadableProviders: () => unreadableProviders(database, keysOfProviders),
        nodes,
        nodeId,
        disk,
        settings: systemSettings,
        configuration,
        payments: plans.shop.payments,
      }),
      ...appBindings(ports),
    ],
  }
}
