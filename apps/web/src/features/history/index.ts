export { type ChosenDialog, ChosenDialogs } from './chosen-dialogs.tsx'
export { RecentChats } from './recent-chats.tsx'
