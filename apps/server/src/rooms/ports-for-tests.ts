import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AccessTaken } from '../accounts/index.ts'
import { systemClock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import { Secret } from '../platform/secret.ts'
import { createDiskStorage } from '../platform/storage/index.ts'
import type { RoomPorts } from './index.ts'

/** What rooms work with, and in `taken` whom they said to have lost a right. */
export const portsFor = (database: Database, taken: AccessTaken[] = []): RoomPorts => ({
  database,
  storage: createDiskStorage({
    folder: mkdtempSync(path.join(tmpdir(), 'atrium-rooms-')),
    secret: new Secret('s'.repeat(32)),
    uploadUrl: '/api/files/upload',
    clock: systemClock,
  }),
  modelIds: () => ['small', 'large'],
  onNarrowed: [],
  onAccessTaken: (access) => void taken.push(access),
  onRoomsChanged: () => {},
})
