// A server that costs as much as it is told to, for tests of the measuring instruments. Listens on the Unix socket that it is given.
const held: Uint8Array[] = []
const MB = 1024 * 1024

Bun.serve({
  unix: process.argv[2] ?? '',
  routes: {
    '/burn/:ms': ({ params }) => {
      const began = process.cpuUsage()
      for (let ms = 0; ms < Number(params.ms); ) {
        const { user, system } = process.cpuUsage(began)
        ms = (user + system) / 1000
      }
      return new Response()
    },
    '/hold/:mb': ({ params }) => {
      held.push(new Uint8Array(Number(params.mb) * MB).fill(1))
      return new Response()
    },
    '/drop': () => {
      held.length = 0
      return new Response()
    },
  },
})
