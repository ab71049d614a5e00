import {
  type AddedProvider,
  limits,
  mintId,
  type ProviderChanges,
  type ProviderToAdd,
  type UserId,
} from '@atrium/contract'
import { advisoryLock, inSystem, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { issuesOfAddress, isSameHost, keyIsForAnotherHost } from './check-address.ts'
import { issuesOfOffered, othersThan } from './check-offered.ts'
import { type ChangeToNote, logChange, noteChange } from './note-change.ts'
import type { Deed, ProviderPorts } from './ports.ts'
import { presentAdded } from './present.ts'
import { noKey } from './provider-keys.ts'
import { readProviders, storeProvider, type StoredProvider } from './stored-provider.ts'

/** Adds a provider; every node then offers its models. */
export async function addProvider(
  ports: ProviderPorts,
  actorId: UserId,
  given: ProviderToAdd,
): Promise<AddedProvider> {
  const { key, ...rest } = given
  const id = mintId('provider')
  const provider: StoredProvider = {
    ...rest,
    id,
    ...(key === undefined ? noKey : ports.keys.seal(id, key, ports.clock.now())),
    isEnabled: true,
    revision: 1,
  }
  return change(ports, async (trx, stored) => {
    if (stored.length >= limits.maxProvidersAdded) fail('TOO_MANY_PROVIDERS')
    await store(ports, trx, provider, stored)
    return {
      provider,
      note: { actorId, providerId: id, providerName: provider.displayName, action: 'added' },
    }
  })
}

/** Changes the given fields. Refuses a change based on an earlier revision, and keeps the newer one. */
export async function changeProvider(
  ports: ProviderPorts,
  { actorId, providerId }: Deed,
  { revision, key, ...changes }: ProviderChanges,
): Promise<AddedProvider> {
  return change(ports, async (trx, stored) => {
    const before = stored.find(({ id }) => id === providerId) ?? fail('NOT_FOUND')
    if (before.revision !== revision) fail('CONFLICT')
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const after: StoredProvider = { ...before, ...given, revision: revision + 1 }
    if (key === null) Object.assign(after, noKey)
    else if (key !== undefined) Object.assign(after, ports.keys.seal(providerId, key, ports.clock.now()))
    else if (before.keySealed !== null && !isSameHost(before.baseUrl, after.baseUrl))
      fail('INVALID_INPUT', { issues: [keyIsForAnotherHost] })
    await store(ports, trx, after, stored)
    const fields = [...Object.keys(given), ...(key === undefined ? [] : ['key'])]
    const action = actionOf(fields, after)
    return { provider: after, note: { actorId, providerId, providerName: after.displayName, action, fields } }
  })
}

/** Removes a provider with its key and models, at any revision: removing wins over changing. */
export async function removeProvider(ports: ProviderPorts, { actorId, providerId }: Deed): Promise<void> {
  await change(ports, async (trx, stored) => {
    const provider = stored.find(({ id }) => id === providerId) ?? fail('NOT_FOUND')
    await trx.deleteFrom('model_provider').where('id', '=', providerId).execute()
    return { provider, note: { actorId, providerId, providerName: provider.displayName, action: 'removed' } }
  })
}

function actionOf(fields: readonly string[], { isEnabled }: StoredProvider): ChangeToNote['action'] {
  if (fields.includes('key')) return 'key-changed'
  if (fields.length === 1 && fields[0] === 'isEnabled') return isEnabled ? 'switched-on' : 'switched-off'
  return 'changed'
}

async function store(
  { providers }: ProviderPorts,
  trx: Transaction,
  provider: StoredProvider,
  stored: readonly StoredProvider[],
): Promise<void> {
  const beside = { file: providers.file, others: othersThan(stored, provider.id) }
  const issues = [...issuesOfAddress(provider.baseUrl), ...issuesOfOffered(provider.models, beside)]
  if (issues.length > 0) fail('INVALID_INPUT', { issues })
  await storeProvider(trx, provider)
}

type Changed = { provider: StoredProvider; note: ChangeToNote }

/** Runs one change at a time in the whole installation; takes effect on this node before the reply, on others a moment later. */
async function change(
  ports: ProviderPorts,
  work: (trx: Transaction, stored: StoredProvider[]) => Promise<Changed>,
): Promise<AddedProvider> {
  const { provider, note } = await inSystem(ports.database, async (trx) => {
    await advisoryLock(trx, 'models: providers')
    const changed = await work(trx, await readProviders(trx))
    await noteChange(trx, changed.note)
    await ports.publishChange(trx)
    return changed
  })
  logChange(ports.log, note)
  await ports.reload()
  return presentAdded(provider, ports)
}
