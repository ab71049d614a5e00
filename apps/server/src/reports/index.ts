export { reportsModule } from './reports.module.ts'
export { reportBindings } from './routes.ts'
export { reportUsage } from './report-usage.ts'
