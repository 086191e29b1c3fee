/** Loaded before a server: measures the longest time that its event loop was blocked. SIGWINCH prints it and resets it. */
const TICK_MS = 1

let last = performance.now()
let longest = 0
setInterval(() => {
  const now = performance.now()
  longest = Math.max(longest, now - last - TICK_MS)
  last = now
}, TICK_MS)

process.on('SIGWINCH', () => {
  console.error(`loop ${longest.toFixed(1)}`)
  longest = 0
})
