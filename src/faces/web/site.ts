import type { Front } from '../http/service-routes.ts'

/** Parts of the server that the page needs. */
export type Site = Pick<Front, 'callerOf' | 'idOf' | 'ipdata' | 'publicOrigins' | 'spend' | 'theme'>
