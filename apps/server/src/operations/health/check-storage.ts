import type { Storage } from '../../platform/storage/index.ts'
import type { Finding } from './parts.ts'

type Ports = { storage: Pick<Storage, 'check'>; bucket: string | null }

/** Checks that the file storage answers and, on a disk, accepts writes. */
export async function checkStorage({ storage, bucket }: Ports): Promise<Finding<'storage'>> {
  const facts = { kind: bucket === null ? ('disk' as const) : ('bucket' as const), bucket }
  try {
    await storage.check()
    return { facts, issues: [] }
  } catch {
    // The reason is in the log; here it only counts that storing fails.
    return { facts, issues: ['STORAGE_UNAVAILABLE'] }
  }
}
