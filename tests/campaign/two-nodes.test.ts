import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { everyMs } from '@atrium/server/answers/takeover/takeover-round.ts'
import { leaseSeconds } from '@atrium/server/chats/turns/turn-lease.ts'
import { findFreePort } from '@atrium/testkit/free-port.ts'
import { checkInvariants } from '@atrium/testkit'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ask, attach } from './browser.ts'
import { CampaignWorld } from './campaign-world.ts'
import { within } from './kill-round.ts'
import { storedTurns, untilAllEnded } from './turns-now.ts'

const answers = 20
const otherFolder = mkdtempSync(path.join(tmpdir(), 'atrium-campaign-other-'))

let world: CampaignWorld
beforeAll(async () => {
  world = await CampaignWorld.start({ databaseHost: inject('databaseHost') })
})
afterAll(async () => {
  await world.close()
  rmSync(otherFolder, { recursive: true, force: true })
})

test('B59 the answers of a node that is killed are taken over by the other, where their watchers read on, with one charge each', async () => {
  const kim = await world.signUp('Kim Killed')
  const port = await findFreePort()
  const other = await world.startNode(port, otherFolder)
  const elsewhere = { witness: world.witness, wakeUps: new EventTarget(), url: other.url }
  try {
    const asked = Array.from({ length: answers }, (_, index) => {
      const question = `Question ${index} to the node that will be killed?`
      const answer = world.director.hold(question)
      return { answer, question: ask(world, kim, question) }
    })
    await Promise.all(asked.map(({ answer }) => answer.asked))
    // Half of them had no output yet.
    const spoken = asked.filter((_, index) => index % 2 === 0)
    for (const { answer } of spoken) answer.say('Said before the kill.')
    const watched = asked.map(({ question }) => attach(elsewhere, kim, question))
    await Promise.all(
      watched.map((watching, index) =>
        watching.until(() => (index % 2 === 0 ? watching.text() !== '' : watching.seen.events.length > 0)),
      ),
    )
    await world.kill()
    // A process whose looks are late, on a busy machine, lets leases be renewed first: so the bound is one of the constants, not of a clock.
    expect(leaseSeconds * 1000 + 2 * everyMs).toBeLessThanOrEqual(15_000)
    await untilAllEnded(world.database, 60_000)
    await within(10_000, Promise.all(watched.map(({ done }) => done)), 'the watchers’ end')

    const turns = await storedTurns(world.database)
    for (const [index, watching] of watched.entries()) {
      const turn = turns.get(watching.turnId)
      expect(turn?.state).toBe(index % 2 === 0 ? 'interrupted' : 'answered')
      expect(watching.text()).toBe(turn?.text)
      expect(watching.end()?.state).toBe(turn?.state)
    }
    expect(await checkInvariants(world.database, { ...world.witness, asked: world.director.asked })).toEqual(
      [],
    )
  } finally {
    other.kill('SIGTERM')
    await other.ended
  }
})
