export { AccountWatch } from './account-watch.tsx'
export { LeaveDialog } from './leave-dialog.tsx'
export { LogoField } from './logo-field.tsx'
