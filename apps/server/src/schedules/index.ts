export { pauseSchedulesOf } from './pause-schedules-of.ts'
export { schedulesModule } from './schedules.module.ts'
