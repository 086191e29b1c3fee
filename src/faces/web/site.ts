import type { Front } from '../http/service-routes.ts'

/** What the page needs of the server. */
export type Site = Pick<Front, 'callerOf' | 'idOf' | 'ipdata' | 'publicOrigins' | 'spend' | 'theme'>
