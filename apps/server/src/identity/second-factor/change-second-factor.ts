import type { Proof, SessionId, UserId } from '@atrium/contract'
import { inSystem, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { SecurityNews } from '../mails.ts'
import { personOf } from '../people.ts'
import { requireProof } from '../require-proof.ts'
import type { IdentityServices } from '../identity-services.ts'
import { base32, otpAddress } from './totp.ts'

type Actor = { userId: UserId; sessionId: SessionId }

/** Starts setting up an authenticator; its codes are not required until the first is confirmed. */
export async function beginSecondFactor(
  services: IdentityServices,
  actor: Actor,
  proof: Proof | undefined,
): Promise<{ secret: string; address: string }> {
  await requireProof(services, actor, proof)
  const person = (await personOf(services.database.kysely, actor.userId)) ?? fail('UNAUTHENTICATED')
  const secret = await services.secondFactors.begin(actor.userId)
  return { secret: base32(secret), address: otpAddress(secret, { issuer: 'Atrium', person: person.email }) }
}

/** Turns the second factor on by a first code; returns the recovery codes, which are never shown again. */
export async function confirmSecondFactor(
  services: IdentityServices,
  { userId }: Actor,
  code: string,
): Promise<string[]> {
  await services.attempts.count('secondFactorByUser', { userId })
  const recoveryCodes = await inSystem(services.database, async (transaction) => {
    const codes =
      (await services.secondFactors.confirm(transaction, userId, code)) ?? fail('SECOND_FACTOR_NOT_ACCEPTED')
    await sendNews(services, transaction, userId, 'secondFactorOn')
    return codes
  })
  await services.attempts.forgive('secondFactorByUser', { userId })
  services.log.info({ event: 'second_factor.enabled', userId }, 'Turned the second factor on')
  return recoveryCodes
}

export async function renewRecoveryCodes(
  services: IdentityServices,
  actor: Actor,
  proof: Proof | undefined,
): Promise<string[]> {
  const { userId } = actor
  if (!(await services.secondFactors.isOn(userId))) fail('NOT_FOUND')
  await requireProof(services, actor, proof)
  return await inSystem(services.database, async (transaction) => {
    await sendNews(services, transaction, userId, 'recoveryCodesRenewed')
    return await services.secondFactors.renewRecoveryCodes(transaction, userId)
  })
}

/** Turns the second factor off, by the password or a code. */
export async function endSecondFactor(
  services: IdentityServices,
  actor: Actor,
  proof: Proof | undefined,
): Promise<void> {
  const { userId } = actor
  if (!(await services.secondFactors.isOn(userId))) fail('NOT_FOUND')
  await requireProof(services, actor, proof)
  await inSystem(services.database, async (transaction) => {
    await services.secondFactors.end(transaction, userId)
    await sendNews(services, transaction, userId, 'secondFactorOff')
  })
  services.log.info({ event: 'second_factor.disabled', userId }, 'Turned the second factor off')
}

async function sendNews(
  services: IdentityServices,
  transaction: Transaction,
  userId: UserId,
  news: SecurityNews,
) {
  const person = (await personOf(transaction, userId)) ?? fail('UNAUTHENTICATED')
  await services.mails.sendSecurityMail(transaction, person, news)
}
