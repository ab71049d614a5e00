export { ForSystemAdmins } from './for-system-admins.tsx'
export { SystemSection } from './system-section.tsx'
export { SystemTabs } from './system-tabs.tsx'
