export { type Door, limitCrowds } from './crowds.ts'
