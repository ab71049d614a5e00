import type { SharedPorts } from '../live/index.ts'
import type { NounModule } from '../platform/noun-module.ts'
import type { ReportPorts } from './ports.ts'
import { reportBindings } from './routes.ts'
import { sealMonths } from './seal-months.ts'

/** How often a worker checks for finished months, in milliseconds. */
const sealEveryMs = 10 * 60_000

export const reportsModule = ({ log, clock }: SharedPorts, ports: ReportPorts): NounModule => ({
  bindings: reportBindings(ports),
  async startWork() {
    const seal = () =>
      sealMonths({ database: ports.database, log, now: clock.now() }).catch((error: unknown) =>
        log.warn(
          { event: 'reports.months_unknown', err: error },
          'Could not list finished months for reports; retrying',
        ),
      )
    let sealing: Promise<unknown> = seal()
    const timer = setInterval(() => {
      sealing = sealing.then(seal)
    }, sealEveryMs).unref()
    return {
      async stop() {
        clearInterval(timer)
        await sealing
      },
    }
  },
})
