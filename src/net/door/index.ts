export { limitCrowds } from './crowds.ts'
