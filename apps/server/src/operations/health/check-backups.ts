import type { Database } from '../../platform/database/index.ts'
import { type Finding, issuesOf } from './parts.ts'
import { lastBackup } from './queries.ts'

const oldDays = 7

type Ports = { database: Database; hasExternalDatabase: boolean }

/** Checks the last `npm run backup`. An external database may have its own backup, so a missing one is no issue. */
export async function checkBackups({ database, hasExternalDatabase }: Ports): Promise<Finding<'backups'>> {
  const { lastAt, sizeBytes, isEncrypted, ageDays } = await lastBackup(database)
  return {
    facts: {
      lastAt: lastAt?.toISOString() ?? null,
      sizeBytes,
      isEncrypted,
      isExternalDatabase: hasExternalDatabase,
    },
    issues: issuesOf({
      BACKUP_NEVER: lastAt === null && !hasExternalDatabase,
      BACKUP_OLD: ageDays !== null && ageDays > oldDays && !hasExternalDatabase,
    }),
  }
}
