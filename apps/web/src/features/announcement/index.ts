export { AnnouncementHost } from './announcement-host.tsx'
