// A Minecraft server that tells of itself, run on the device of a home.
import { minecraftStatus } from '../identity/tcp-answers.ts'

Bun.listen({
  hostname: '0.0.0.0',
  port: 25565,
  socket: {
    data: (socket) => {
      socket.write(minecraftStatus())
    },
  },
})
