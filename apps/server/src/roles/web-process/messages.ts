import type { LockedFolder } from '../../app.ts'
import type { Configuration } from '../../platform/config/configuration.ts'
import type { DatabaseAddress } from '../../platform/database/index.ts'
import type { ProcessMetrics } from '../../platform/metrics.ts'

/** The start data of a further web process. All other settings come from its environment. */
export type StartOrder = {
  /** Its name in the metrics: `web-1`. */
  name: string
  address: DatabaseAddress
  folder: LockedFolder
  inboxUrl: string | null
  settings: SandboxSettings & Pick<Configuration, 'port' | 'processes'>
  smtpUrl: string | undefined
}

/** Addresses that the sandbox fills in where nothing is configured. */
export type SandboxSettings = Pick<
  Configuration,
  'sandboxModelsUrl' | 'sandboxSearchUrl' | 'sandboxToolsUrl' | 'sandboxPaymentsUrl'
>

/** From the main process to a web process. */
export type ToWebProcess =
  | { type: 'start'; order: StartOrder }
  | { type: 'stop'; drainMs: number }
  /** Asks for the metrics of this process. */
  | { type: 'measure'; id: number }
  /** The metrics of the other processes, as requested. */
  | { type: 'measured'; id: number; others: ProcessMetrics[] }

/** From a web process to the main process. */
export type FromWebProcess =
  | { type: 'ready' }
  | { type: 'failed'; message: string }
  | { type: 'measured'; id: number; metrics: object[] }
  /** Asks for the metrics of the other processes. */
  | { type: 'measure'; id: number }
