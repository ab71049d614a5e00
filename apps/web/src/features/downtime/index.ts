export { DowntimeBannerHost, DowntimeDialogHost } from './downtime-host.tsx'
export { fillTimes } from './downtime-text.ts'
export { followDowntime } from './follow-downtime.ts'
