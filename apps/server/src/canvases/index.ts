export { canvasReader } from './canvas-reader.ts'
export { canvasesModule } from './canvases.module.ts'
export { createCollaboration, type Collaboration } from './collaboration/collaboration.ts'
export { serveSocket } from './collaboration/serve-socket.ts'
