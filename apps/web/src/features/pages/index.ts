export { Brand } from './brand.tsx'
export { FailedPage } from './failed-page.tsx'
export { NotFoundPage } from './pages.tsx'
export { MessagePage } from './message-page.tsx'
