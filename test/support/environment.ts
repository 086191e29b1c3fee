// Imported before all else: what tests load in their own process checks answers, as the programs do that they start.
import { TESTING } from './server.ts'

Object.assign(process.env, TESTING)
