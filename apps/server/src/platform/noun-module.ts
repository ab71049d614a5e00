import type { Clock } from './clock.ts'
import type { Configuration } from './config/configuration.ts'
import type { Secret } from './config/secret.ts'
import type { DiskWatch } from './data-folder/disk-space.ts'
import type { Database, DatabaseAddress } from './database/index.ts'
import type { Binding } from './http/bind.ts'
import type { Log } from './log.ts'
import type { NodeRegistry } from './node-registry.ts'
import type { OwnData } from './own-data.ts'
import type { Job } from './queue/job.ts'
import type { Queue } from './queue/queue.ts'
import type { Storage } from './storage/index.ts'
import type { Traces } from './traces/index.ts'

/** The dependencies of the platform that the app creates once, at the start. */
export type PlatformPorts = {
  configuration: Configuration
  /** Derives the keys that sign links and seal stored secrets. */
  secret: Secret
  /** Of the database, for connections of their own that listen to notifications. */
  address: DatabaseAddress
  database: Database
  clock: Clock
  log: Log
  queue: Queue
  storage: Storage
  /** This process as an owner of leases. */
  nodeId: string
  nodes: NodeRegistry
  disk: DiskWatch
  /** Null unless a collector of traces is configured. */
  traces: Traces | null
}

/** A noun's contribution to the app. */
export type NounModule = {
  /** The endpoints that it answers, in processes with the role `web`. */
  bindings?: Binding[]
  /** The jobs that it runs, in processes with the role `worker`. */
  jobs?: Job[]
  /** Its part of a person's data export. */
  ownData?: OwnData
  /** Starts its background work other than jobs, in processes with the role `worker`. */
  startWork?(): Promise<{ stop(): void | Promise<void> }>
}
