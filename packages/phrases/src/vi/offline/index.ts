export { default as offline } from './offline.ts'
