import { type AgentJob, foldParts, type InvocationId, jobIn, type TurnId } from '@atrium/contract'
import { call, readEvents, type TestPerson, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'

type Asked = Awaited<ReturnType<TestPerson['ask']>>

/** Asks a question that a job researches; resolves as soon as it is accepted. */
export async function research(
  person: TestPerson,
  question: string,
  more: Parameters<TestPerson['ask']>[1] = {},
): Promise<Asked & { invocationId: InvocationId }> {
  const asked = await person.ask(question, { modelId: 'sandbox-researcher', ...more })
  expect(asked.response.status).toBe(200)
  const { message } = await call('listAgentJobs', person.api, { query: {} })
  const job = message.find(({ messageId }) => messageId === asked.turnId)
  if (!job) throw new Error('The question has no job.')
  return { ...asked, invocationId: job.agentInvocationId }
}

export const jobOf = async (person: TestPerson, invocationId: InvocationId): Promise<AgentJob> =>
  (await call('readAgentJob', person.api, { params: { invocationId } })).message

/** Waits until a job is in one of these states. */
export async function untilJobIs(
  person: TestPerson,
  invocationId: InvocationId,
  ...states: AgentJob['state'][]
): Promise<AgentJob> {
  return await vi.waitFor(
    async () => {
      const job = await jobOf(person, invocationId)
      expect(states, JSON.stringify(job.pause)).toContain(job.state)
      return job
    },
    { timeout: 40_000, interval: 50 },
  )
}

/** The parts of an answer, read to its end. */
export async function partsRead(response: Response) {
  const { events } = await readEvents(response)
  const parts = foldParts(events.map(({ part }) => part))
  return { events, parts, job: jobIn(parts) }
}

export type StoredStep = { key: string; kind: string; costMilli: number; inputHash: string; usage: unknown }

export async function storedSteps(world: World, invocationId: InvocationId): Promise<StoredStep[]> {
  const found = await sql<StoredStep>`
    select key, kind, cost_milli as "costMilli", input_hash as "inputHash", usage from agent_job_step
    where job_id = ${invocationId} order by position`.execute(world.database.kysely)
  return found.rows
}

export async function chargedFor(world: World, turnId: TurnId) {
  const found = await sql<{ state: string; heldMilli: number; chargedMilli: number }>`
    select state, held_milli as "heldMilli", charged_milli as "chargedMilli" from credit_hold
    where turn_id = ${turnId}`.execute(world.database.kysely)
  return found.rows
}
