// Runs a command line, and tells the memory of that process alone: a child begins with what its parent has taken at its highest.
import { execPath } from 'node:process'

const [limitMs, program = execPath, ...args] = process.argv.slice(2)
const child = Bun.spawn([program, ...args], { stdin: 'ignore', stdout: 'inherit', stderr: 'inherit' })
const timer = setTimeout(() => child.kill('SIGKILL'), Number(limitMs))
await child.exited
clearTimeout(timer)
process.send?.({ code: child.exitCode, memoryMiB: (child.resourceUsage()?.maxRSS ?? 0) / 1024 / 1024 })
process.disconnect?.()
