import { measureStreaming } from './streaming/measure-streaming.ts'
console.table(await measureStreaming({ chats: (process.argv[2]??'1,50').split(',').map(Number), rounds: Number(process.argv[3]??1), say: console.log, atriumArgv: process.argv.slice(4) }))
