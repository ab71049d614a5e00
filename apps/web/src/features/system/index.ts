export { SystemTabs } from './system-tabs.tsx'
