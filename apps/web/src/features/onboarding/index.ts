export { StartDialogsHost } from './start-dialogs-host.tsx'
