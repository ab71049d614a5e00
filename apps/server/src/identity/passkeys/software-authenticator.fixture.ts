import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { NewPasskeyResponse, PasskeyResponse } from '@atrium/contract'

type Faults = {
  origin?: string
  rpId?: string
  type?: string
  /** Whether it claims to have verified its user. */
  isVerified?: boolean
  /** Its signature counter, when it is not the next one. */
  count?: number
  userHandle?: string
}

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')

/** The part of CBOR (RFC 8949) that an authenticator writes. */
function cbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([
    head(5, value.size),
    ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item as Parameters<typeof cbor>[0])]),
  ])
}

/** A software authenticator with one key (ES256): signs as a real one does, with faults on request. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32)
  readonly #privateKey: KeyObject
  readonly #publicKey: Buffer
  readonly #origin: string
  readonly #rpId: string
  #userHandle = ''
  #count = 0

  constructor(origin: string) {
    this.#origin = origin
    this.#rpId = new URL(origin).hostname
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#privateKey = privateKey
    this.#publicKey = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
  }

  /** Responds to the options of a new passkey. */
  create(options: { challenge: string; user: { id: string } }, faults: Faults = {}): NewPasskeyResponse {
    this.#userHandle = options.user.id
    const length = Buffer.from([0, this.id.length])
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, this.#publicKey])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', Buffer.concat([this.#authenticatorData(faults, 0x40), attested])],
    ])
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: base64url(this.#clientData('webauthn.create', options.challenge, faults)),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal', 'carrier-pigeon'],
      },
    }
  }

  /** Responds to the options of a sign-in. */
  get(options: { challenge: string }, faults: Faults = {}): PasskeyResponse {
    this.#count += 1
    const clientData = this.#clientData('webauthn.get', options.challenge, faults)
    const authenticatorData = this.#authenticatorData(faults, 0)
    const signed = Buffer.concat([authenticatorData, sha256(clientData)])
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(sign('sha256', signed, this.#privateKey)),
        userHandle: faults.userHandle ?? this.#userHandle,
      },
    }
  }

  #credential() {
    const id = base64url(this.id)
    return { id, rawId: id, type: 'public-key' as const }
  }

  #clientData(type: string, challenge: string, faults: Faults): string {
    const origin = faults.origin ?? this.#origin
    return JSON.stringify({ type: faults.type ?? type, challenge, origin, crossOrigin: false })
  }

  #authenticatorData(
    { rpId = this.#rpId, isVerified = true, count = this.#count }: Faults,
    more: number,
  ): Buffer {
    const signatureCount = Buffer.alloc(4)
    signatureCount.writeUInt32BE(count)
    const flags = 0x01 | (isVerified ? 0x04 : 0) | more
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), signatureCount])
  }
}
