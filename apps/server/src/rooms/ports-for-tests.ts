import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { RevokedAccess } from '../live/index.ts'
import { systemClock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import { Secret } from '../platform/config/secret.ts'
import { createDiskStorage } from '../platform/storage/index.ts'
import type { RoomPorts } from './index.ts'

/** The ports of rooms; `taken` collects the revoked accesses. */
export const portsFor = (database: Database, taken: RevokedAccess[] = []): RoomPorts => ({
  database,
  storage: createDiskStorage({
    folder: mkdtempSync(path.join(tmpdir(), 'atrium-rooms-')),
    secret: new Secret('s'.repeat(32)),
    uploadUrl: '/api/files/upload',
    clock: systemClock,
  }),
  modelIds: () => ['small', 'large'],
  onNarrowed: [],
  onAccessRevoked: (access) => void taken.push(access),
  onRoomsChanged: () => {},
  onMembersChanged: () => {},
})
