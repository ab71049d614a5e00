import { contract, type ScheduleId } from '@atrium/contract'
import { inTenant } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { type Binding, binding } from '../platform/http/bind.ts'
import type { ShownSchedule } from './access.ts'
import { listSchedules } from './list-schedules.ts'
import type { Actor, SchedulePorts } from './ports.ts'
import { presentSchedule } from './present-schedule.ts'
import { runNow } from './runs/run-now.ts'
import { changeSchedule, createSchedule, deleteSchedule } from './save-schedule.ts'

/** `onChange` is called when a schedule was added, changed or is to run at once. */
export function scheduleBindings(ports: SchedulePorts, onChange: () => void): Binding[] {
  const { database, models, clock, live } = ports
  const present = (schedule: ShownSchedule) => ({
    message: presentSchedule(models, schedule, { isOwn: true }),
  })
  const changed = (actor: Actor, scheduleId: ScheduleId) => {
    live.publish(actor, { type: 'schedule-changed', scheduleId, hasFailed: false })
    onChange()
  }
  return [
    binding(contract.listSchedules, async ({ caller, query }) => {
      if (query.scope === 'account' && caller.role === 'member') fail('FORBIDDEN')
      const { schedules, count } = await inTenant(database, caller, (trx) =>
        listSchedules(trx, models, caller, query),
      )
      return { message: schedules, count }
    }),
    binding(contract.createSchedule, async ({ caller, body }) => {
      const created = await inTenant(database, caller, (trx) =>
        createSchedule(trx, { models, now: clock.now() }, caller, body),
      )
      changed(caller, created.id)
      return present(created)
    }),
    binding(contract.changeSchedule, async ({ caller, params: { scheduleId }, body }) => {
      const after = await inTenant(database, caller, (trx) =>
        changeSchedule(trx, { models, now: clock.now() }, caller, scheduleId, body),
      )
      changed(caller, scheduleId)
      return present(after)
    }),
    binding(contract.runSchedule, async ({ caller, params: { scheduleId } }) => {
      const after = await inTenant(database, caller, (trx) => runNow(trx, caller, scheduleId, clock.now()))
      changed(caller, scheduleId)
      return present(after)
    }),
    binding(contract.deleteSchedule, async ({ caller, params: { scheduleId } }) => {
      await inTenant(database, caller, (trx) => deleteSchedule(trx, caller, scheduleId))
      changed(caller, scheduleId)
      return { message: { scheduleId } }
    }),
  ]
}
