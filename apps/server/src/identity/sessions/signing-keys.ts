import { randomUUID } from 'node:crypto'
import { type CryptoKey, type JWK, exportJWK, generateKeyPair, importJWK } from 'jose'
import type { Clock } from '../../platform/clock.ts'
import { advisoryLock, type Database, inSystem, type Transaction } from '../../platform/database/index.ts'
import { seal, unseal } from '../../platform/config/seal.ts'

/** A public key in the published key set (RFC 7517, RFC 8037). */
export type PublicKey = { kty: string; crv: string; x: string; kid: string; alg: string; use: string }

export type SigningKeys = {
  /** The key with which this node signs now. */
  current(): Promise<{ id: string; privateKey: CryptoKey }>
  /** Returns the public key of that id, also one that another node just created; null for unknown and outdated ids. */
  find(id: string): Promise<CryptoKey | null>
  /** Every public key that may have signed a token that is still valid. */
  publicKeys(): Promise<PublicKey[]>
}

type Loaded = {
  atMs: number
  signing: { id: string; privateKey: CryptoKey }
  published: Map<string, { jwk: PublicKey; key: CryptoKey }>
}

const dayMs = 24 * 60 * 60 * 1000
/** How long a key signs before the next replaces it. */
const signsForMs = 90 * dayMs
/** Other nodes see a new key after this time at the latest. */
const reloadAfterMs = 5 * 60 * 1000
/** A retired key is accepted until the last token that another node may have signed with it has expired. */
const honouredAfterRetirementMs = 30 * 60 * 1000
/** Made-up key ids must not each cause a query. */
const minSearchIntervalMs = 1000

/** Ed25519 keys, stored encrypted in the database, shared by all nodes, rotated every 90 days. */
export function openSigningKeys(database: Database, sealingKey: Buffer, clock: Clock): SigningKeys {
  let loaded: Promise<Loaded> | undefined

  const load = () => {
    const loading = inSystem(database, (transaction) => readOrMake(transaction, sealingKey, clock.now()))
    loaded = loading
    // The caller gets the failure; the next caller retries.
    loading.catch(() => (loaded = undefined))
    return loading
  }
  const fresh = async () => {
    const known = await (loaded ?? load())
    return clock.now().getTime() - known.atMs > reloadAfterMs ? await load() : known
  }
  return {
    current: async () => (await fresh()).signing,
    async find(id) {
      const known = await fresh()
      const found = known.published.get(id)
      if (found) return found.key
      if (clock.now().getTime() - known.atMs < minSearchIntervalMs) return null
      return (await load()).published.get(id)?.key ?? null
    },
    publicKeys: async () => [...(await fresh()).published.values()].map(({ jwk }) => jwk),
  }
}

async function readOrMake(transaction: Transaction, sealingKey: Buffer, now: Date): Promise<Loaded> {
  await advisoryLock(transaction, 'identity: signing keys')
  const honouredSince = new Date(now.getTime() - honouredAfterRetirementMs)
  const rows = await transaction
    .selectFrom('identity_signing_key')
    .select(['id', 'public_jwk', 'private_jwk_sealed', 'created_at', 'retired_at'])
    .where((where) => where.or([where('retired_at', 'is', null), where('retired_at', '>', honouredSince)]))
    .orderBy('created_at', 'desc')
    .execute()
  const published: Loaded['published'] = new Map()
  for (const row of rows) published.set(row.id, { jwk: row.public_jwk, key: await importKey(row.public_jwk) })

  // A node with another secret can't decrypt the others' keys: it creates its own and leaves theirs alone.
  const openable = rows.flatMap((row) => {
    const privateJwk = unseal(row.private_jwk_sealed, sealingKey, row.id)
    return privateJwk ? [{ row, privateJwk: JSON.parse(privateJwk) as JWK }] : []
  })
  const usable = openable.find(
    ({ row }) => !row.retired_at && now.getTime() - row.created_at.getTime() < signsForMs,
  )
  if (usable)
    return {
      atMs: now.getTime(),
      signing: { id: usable.row.id, privateKey: await importKey(usable.privateJwk) },
      published,
    }

  const made = await makeKey(transaction, sealingKey, now)
  const outdated = openable.map(({ row }) => row.id)
  if (outdated.length > 0)
    await transaction
      .updateTable('identity_signing_key')
      .set({ retired_at: now })
      .where('id', 'in', outdated)
      .where('retired_at', 'is', null)
      .execute()
  published.set(made.id, { jwk: made.jwk, key: await importKey(made.jwk) })
  return { atMs: now.getTime(), signing: made, published }
}

async function makeKey(transaction: Transaction, sealingKey: Buffer, now: Date) {
  const id = randomUUID()
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  const { x = '' } = await exportJWK(publicKey)
  const jwk: PublicKey = { kty: 'OKP', crv: 'Ed25519', x, kid: id, alg: 'EdDSA', use: 'sig' }
  await transaction
    .insertInto('identity_signing_key')
    .values({
      id,
      public_jwk: JSON.stringify(jwk),
      private_jwk_sealed: seal(JSON.stringify(await exportJWK(privateKey)), sealingKey, id),
      created_at: now,
      retired_at: null,
    })
    .execute()
  return { id, jwk, privateKey }
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'EdDSA')
  if (key instanceof Uint8Array) throw new Error('A signing key of identity is not an Ed25519 key.')
  return key
}
