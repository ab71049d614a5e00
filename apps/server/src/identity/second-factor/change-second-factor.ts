import type { Proof, SessionId, UserId } from '@atrium/contract'
import { inSystem, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { SecurityNews } from '../mails.ts'
import { personOf } from '../people.ts'
import { requireProof } from '../require-proof.ts'
import type { Tools } from '../tools.ts'
import { base32, otpAddress } from './totp.ts'

type Actor = { userId: UserId; sessionId: SessionId }

/** Starts setting up an authenticator; its codes are not required until the first is confirmed. */
export async function beginSecondFactor(
  tools: Tools,
  actor: Actor,
  proof: Proof | undefined,
): Promise<{ secret: string; address: string }> {
  await requireProof(tools, actor, proof)
  const person = (await personOf(tools.database.kysely, actor.userId)) ?? fail('UNAUTHENTICATED')
  const secret = await tools.secondFactors.begin(actor.userId)
  return { secret: base32(secret), address: otpAddress(secret, { issuer: 'Atrium', person: person.email }) }
}

/** Turns the second factor on by a first code; returns the recovery codes, which are never shown again. */
export async function confirmSecondFactor(tools: Tools, { userId }: Actor, code: string): Promise<string[]> {
  await tools.attempts.count('secondFactorByUser', { userId })
  const recoveryCodes = await inSystem(tools.database, async (transaction) => {
    const codes =
      (await tools.secondFactors.confirm(transaction, userId, code)) ?? fail('SECOND_FACTOR_NOT_ACCEPTED')
    await sendNews(tools, transaction, userId, 'secondFactorOn')
    return codes
  })
  await tools.attempts.forgive('secondFactorByUser', { userId })
  tools.log.info({ event: 'second_factor.enabled', userId }, 'Turned the second factor on')
  return recoveryCodes
}

export async function renewRecoveryCodes(
  tools: Tools,
  actor: Actor,
  proof: Proof | undefined,
): Promise<string[]> {
  const { userId } = actor
  if (!(await tools.secondFactors.isOn(userId))) fail('NOT_FOUND')
  await requireProof(tools, actor, proof)
  return await inSystem(tools.database, async (transaction) => {
    await sendNews(tools, transaction, userId, 'recoveryCodesRenewed')
    return await tools.secondFactors.renewRecoveryCodes(transaction, userId)
  })
}

/** Turns the second factor off, by the password or a code. */
export async function endSecondFactor(tools: Tools, actor: Actor, proof: Proof | undefined): Promise<void> {
  const { userId } = actor
  if (!(await tools.secondFactors.isOn(userId))) fail('NOT_FOUND')
  await requireProof(tools, actor, proof)
  await inSystem(tools.database, async (transaction) => {
    await tools.secondFactors.end(transaction, userId)
    await sendNews(tools, transaction, userId, 'secondFactorOff')
  })
  tools.log.info({ event: 'second_factor.disabled', userId }, 'Turned the second factor off')
}

async function sendNews(tools: Tools, transaction: Transaction, userId: UserId, news: SecurityNews) {
  const person = (await personOf(transaction, userId)) ?? fail('UNAUTHENTICATED')
  await tools.mails.sendSecurityMail(transaction, person, news)
}
