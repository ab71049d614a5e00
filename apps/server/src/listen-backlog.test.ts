import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { startWorld } from '@atrium/testkit/world.ts'
import { expect, inject, test } from 'vitest'

const ss = ['/usr/bin/ss', '/bin/ss', '/usr/sbin/ss', '/sbin/ss'].find((file) => existsSync(file))

// The kernel reports it only through iproute2.
test.skipIf(ss === undefined)(
  "the listen backlog is 4,096 connections, or the system's maximum",
  async () => {
    const world = await startWorld({ databaseHost: inject('databaseHost') })
    try {
      const { port } = new URL(world.url)
      const listening = execFileSync(ss ?? '', ['-Hltn', `sport = :${port}`], { encoding: 'utf8' })
      // State, Recv-Q and, of a socket that listens, the backlog as Send-Q.
      const backlog = Number(listening.trim().split(/\s+/)[2])
      const systemMax = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'))
      expect(backlog).toBe(Math.min(4096, systemMax))
    } finally {
      await world.close()
    }
  },
)
