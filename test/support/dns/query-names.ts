/** Query names for tests. In the product only the policy makes them, after it has judged them. */
export { mintQueryName as queryName } from '../../../src/policy/target.ts'
