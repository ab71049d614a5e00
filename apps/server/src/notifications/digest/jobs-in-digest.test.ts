import { call, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { partsRead, research, untilJobIs } from '../../agent-jobs/jobs-for-tests.ts'
import { createLog } from '../../platform/log.ts'
import { createUnsubscribeLinks } from '../../platform/mail/unsubscribe-links.ts'
import { sendDigests } from './send-digests.ts'

let world: World
let kim: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  kim = await world.signUp({ name: 'Kim Example' })
})
afterAll(() => world.close())

const siteUrl = 'https://atrium.example'
const dayMs = 24 * 60 * 60_000
const digests = (at: Date) =>
  sendDigests({
    database: world.database,
    siteUrl,
    unsubscribe: createUnsubscribeLinks({ secret: world.secret, siteUrl }),
    now: () => at,
    log: createLog({ level: 'silent' }),
  })
const query = (text: string, values: unknown[] = []) => world.database.pool.query(text, values)
/** Jobs end by the database's clock, so that a morning has to be now. */
const zoneWithMorning = (now: Date) => {
  const east = ((8 - now.getUTCHours() + 12 + 24) % 24) - 12
  // The signs of these names are reversed.
  return `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`
}
const wants = (language: string, now: Date) =>
  query(
    `update user_profile set email_frequency = 'DAILY', language = $2, time_zone = $3 where user_id = $1`,
    [kim.userId, language, zoneWithMorning(now)],
  )
const named = (chatId: string, title: string) =>
  query('update chat set title = $2, title_source = $$person$$ where id = $1', [chatId, title])
const unseen = (chatId: string) => query('update chat set seen_at = created_at where id = $1', [chatId])

test('LIFE-08 the digest lists jobs that ended unseen or wait for their owner, each once, and none of those read or cancelled', async () => {
  const finished = await research(kim, 'How often are probes calibrated?')
  await partsRead(finished.response)
  await untilJobIs(kim, finished.invocationId, 'completed')
  const read = await research(kim, 'What was read already?')
  await partsRead(read.response)
  const waiting = await research(kim, 'How long is the warranty?', { job: { reviewsPlan: true } })
  await untilJobIs(kim, waiting.invocationId, 'paused')
  const cancelled = await research(kim, 'What is cancelled?', { job: { reviewsPlan: true } })
  await untilJobIs(kim, cancelled.invocationId, 'paused')
  await call('cancelAgentJob', kim.api, { params: { invocationId: cancelled.invocationId } })
  await untilJobIs(kim, cancelled.invocationId, 'cancelled')
  const failed = await research(kim, 'What takes too long?', { job: { reviewsPlan: true } })
  await untilJobIs(kim, failed.invocationId, 'paused')
  // Longer than all steps of a job may take.
  await query('update agent_job set worked_ms = 36000000 where id = $1', [failed.invocationId])
  await call('continueAgentJob', kim.api, { params: { invocationId: failed.invocationId }, body: {} })
  await untilJobIs(kim, failed.invocationId, 'failed')
  await named(finished.chatId, 'Calibration of probes')
  await named(waiting.chatId, 'Warranty of probes')
  await named(failed.chatId, 'Endless probes')
  await named(read.chatId, 'Probes read')
  await named(cancelled.chatId, 'Probes cancelled')
  await Promise.all([finished, failed].map(({ chatId }) => unseen(chatId)))
  await query(`update chat set seen_at = now() + interval '1 minute' where id = any($1)`, [
    [read.chatId, cancelled.chatId],
  ])
  const now = new Date()
  await wants('fr', now)

  expect(await digests(now)).toBe(1)
  const mail = await world.inbox.waitFor(({ to, text }) => to.includes(kim.email) && text.includes('Tâches'))
  const lines = mail.text.split('\n').map((line) => line.trim())
  const entryOf = (title: string) => {
    const at = lines.findIndex((line) => line.includes(title))
    return lines.slice(at, at + 3).join(' ')
  }
  expect(entryOf('Calibration of probes')).toContain('Terminée · ')
  expect(entryOf('Warranty of probes')).toContain('Attend votre réponse · ')
  expect(entryOf('Endless probes')).toContain('Échec · ')
  expect(mail.text).toContain(`${siteUrl}/chat/${finished.chatId}?turn=${finished.turnId}`)
  expect(mail.text.match(/Calibration of probes/g)).toHaveLength(1)
  expect(mail.text).not.toMatch(/Probes read|Probes cancelled/)

  // Nothing has changed a day later: what waits is not announced again.
  expect(await digests(new Date(now.getTime() + dayMs))).toBe(0)
})
