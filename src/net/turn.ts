/** So often in one turn of the event loop a socket is opened or a probe sent; a burst of requests must not keep others waiting. */
const PER_TURN = 16

let taken = 0
let afterThisTurn: Promise<void> | null = null

/** Waits for a turn in which there is room: at once, unless many ask at the same time. */
export async function turn(): Promise<void> {
  while (taken >= PER_TURN) await afterThisTurn
  taken++
  afterThisTurn ??= new Promise((resolve) => {
    setImmediate(() => {
      taken = 0
      afterThisTurn = null
      resolve()
    })
  })
}
