export { JobControls } from './job-controls.tsx'
export { JobView } from './job-view.tsx'
export { RunOverTable } from './run-over-table.tsx'
export { SummariseFiles } from './summarise-files.tsx'
