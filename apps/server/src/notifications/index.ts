export { notificationsModule } from './notifications.module.ts'
