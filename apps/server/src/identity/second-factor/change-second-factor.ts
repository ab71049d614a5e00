import type { Proof, SessionId, UserId } from '@atrium/contract'
import { inSystem, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { SecurityNews } from '../mails.ts'
import { personOf } from '../people.ts'
import { requireProof } from '../require-proof.ts'
import type { Tools } from '../tools.ts'
import { base32, otpAddress } from './totp.ts'

type Actor = { userId: UserId; sessionId: SessionId }

/** Begins to set up an authenticator; nothing asks for its codes until the first is confirmed. */
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

/** Switches the second factor on by a first code; returns the recovery codes, which are never told again. */
export async function confirmSecondFactor(tools: Tools, { userId }: Actor, code: string): Promise<string[]> {
  await tools.attempts.count('secondFactorByUser', { userId })
  const recoveryCodes = await inSystem(tools.database, async (transaction) => {
    const codes =
      (await tools.secondFactors.confirm(transaction, userId, code)) ?? fail('SECOND_FACTOR_NOT_ACCEPTED')
    await tell(tools, transaction, userId, 'secondFactorOn')
    return codes
  })
  await tools.attempts.forgive('secondFactorByUser', { userId })
  tools.log.info({ userId }, 'second factor switched on')
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
    await tell(tools, transaction, userId, 'recoveryCodesRenewed')
    return await tools.secondFactors.renewRecoveryCodes(transaction, userId)
  })
}

/** Switches the second factor off, by the password or a code. */
export async function endSecondFactor(tools: Tools, actor: Actor, proof: Proof | undefined): Promise<void> {
  const { userId } = actor
  if (!(await tools.secondFactors.isOn(userId))) fail('NOT_FOUND')
  await requireProof(tools, actor, proof)
  await inSystem(tools.database, async (transaction) => {
    await tools.secondFactors.end(transaction, userId)
    await tell(tools, transaction, userId, 'secondFactorOff')
  })
  tools.log.info({ userId }, 'second factor switched off')
}

async function tell(tools: Tools, transaction: Transaction, userId: UserId, news: SecurityNews) {
  const person = (await personOf(transaction, userId)) ?? fail('UNAUTHENTICATED')
  await tools.mails.tellOfSecurity(transaction, person, news)
}
