export { reportsModule } from './reports.module.ts'
export { reportBindings } from './routes.ts'
